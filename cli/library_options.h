// Flags of the program from the tables of options of the library (pagekin/options.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "pagekin/options.h"
#include "pagekin/words.h"

#include "cli/flags.h"
#include "cli/options.h"

namespace pagekin::cli {

// Whether an option may have a field of this type as its target.
template <class Field>
constexpr bool is_taken() {
  return HasWords<std::remove_reference_t<Field>> || requires(Field & field) {
    OptionTarget(&field);
  };
}

// "page, template", of values of an enum or of words.
template <class Values>
std::string words_of(const Values& values, std::string_view between) {
  std::string text;
  for (const auto& value : values) {
    if (!text.empty()) text += between;
    if constexpr (HasWords<std::remove_cvref_t<decltype(value)>>) {
      text += to_text(value);
    } else {
      text += value;
    }
  }
  return text;
}

// "--checkpoint"
inline std::string flag_of(const OptionText& text) {
  return flag_of(text.flag.empty() ? text.name : text.flag);
}

// The help of an option with the flags of the options that it names.
template <class Options>
std::string help_text(const OptionText& text) {
  std::string help(text.help);
  for_each_option<Options>([&](const OptionText& other, auto) {
    const std::string name = "`" + std::string(other.name) + "`";
    for (std::size_t at = help.find(name); at != std::string::npos; at = help.find(name)) {
      help.replace(at, name.size(), flag_of(other));
    }
  });
  return help;
}

// "a", "b" of "a|b".
inline std::vector<std::string> choices_of(std::string_view text) {
  std::vector<std::string> choices;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('|'), text.size());
    choices.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return choices;
}

// The range and the default of a number.
template <class Value>
void add_limits(OptionTable::Added& added, const OptionText& text, const Value& value) {
  constexpr bool is_whole = std::is_integral_v<Value> ||
                            std::is_same_v<Value, std::optional<std::uint64_t>> ||
                            std::is_same_v<Value, std::optional<int>>;
  if (text.has_range() && is_whole) {
    added.range(static_cast<int>(text.min), static_cast<int>(text.max));
  } else if (text.has_range()) {
    added.range(text.min, text.max);
  }
  if constexpr (std::is_arithmetic_v<Value>) {
    if (!text.has_range() || static_cast<double>(value) >= text.min) added.show_default();
  }
}

// Adds one option whose value goes to `target`: the field of the options, or what the program takes
// in its place, such as the name of a file.
template <class Options, class Value>
void add_library_option(OptionTable& table, const OptionText& text, Value& target) {
  table.group(std::string(text.group));
  const std::string flag = flag_of(text);
  const std::string help = help_text<Options>(text);
  OptionTable::Added added = [&] {
    if constexpr (HasWords<Value>) {
      return table.add_word(flag, target, help);
    } else if constexpr (std::is_same_v<Value, bool>) {
      return target ? table.add_negation("--no-" + flag.substr(2), target, "do not " + help)
                    : table.add(flag, target, help);
    } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
      return text.list == ListForm::kCommas ? table.add_list(flag, target, help)
                                            : table.add(flag, target, help);
    } else {
      return table.add(flag, target, help);
    }
  }();
  if (!text.value.empty()) added.value(std::string(text.value));
  if (!text.choices.empty()) added.one_of(choices_of(text.choices));
  if (!text.excludes.empty()) {
    added.excludes(flag_of(option_text<Options>(text.excludes)));
  }
  if (text.is_required) added.required();
  if constexpr (std::is_same_v<Value, std::string>) {
    if (!target.empty()) added.show_default();
  } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
    if (text.list == ListForm::kRepeated) added.repeated();
  } else if constexpr (!std::is_same_v<Value, bool> && !HasWords<Value>) {
    add_limits(added, text, target);
  }
  table.group("");
}

// The field of the options with this name.
template <class Options>
void add_library_option(OptionTable& table, std::string_view name, Options& options) {
  for_each_option<Options>([&](const OptionText& text, auto field) {
    if (text.name != name) return;
    if constexpr (is_taken<decltype(options.*field)>()) {
      add_library_option<Options>(table, text, options.*field);
    }
  });
}

// Adds all options but these.
template <class Options>
void add_library_options(OptionTable& table, Options& options,
                         std::initializer_list<std::string_view> but = {}) {
  for_each_option<Options>([&](const OptionText& text, auto) {
    if (std::ranges::find(but, text.name) == but.end()) {
      add_library_option<Options>(table, text.name, options);
    }
  });
}

}  // namespace pagekin::cli
