// Flags of the program from the tables of options of the library (pagekin/options.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "pagekin/options.h"
#include "pagekin/words.h"

#include "cli/flags.h"
#include "cli/options.h"

namespace pagekin::cli {

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

// Adds one option whose value goes to `target`: the field of the options, or what the program takes
// in its place, such as the name of a file.
template <class Options, class Value>
void add_library_option(OptionTable& table, const OptionText& text, Value& target) {
  table.group(std::string(text.group));
  const std::string help = help_text<Options>(text);
  if constexpr (HasWords<Value>) {
    table.add_word(flag_of(text), target, help);
  } else {
    OptionTable::Added added = table.add(flag_of(text), target, help);
    if (!text.value.empty()) added.value(std::string(text.value));
    if constexpr (std::is_same_v<Value, std::string>) {
      if (!target.empty()) added.show_default();
    } else if constexpr (!std::is_same_v<Value, bool>) {
      constexpr bool is_whole =
          std::is_integral_v<Value> || std::is_same_v<Value, std::optional<std::uint64_t>>;
      if (text.has_range() && is_whole) {
        added.range(static_cast<int>(text.min), static_cast<int>(text.max));
      } else if (text.has_range()) {
        added.range(text.min, text.max);
      }
      if constexpr (std::is_arithmetic_v<Value>) {
        if (!text.has_range() || static_cast<double>(target) >= text.min) added.show_default();
      }
    }
  }
  table.group("");
}

// Adds all options but these.
template <class Options>
void add_library_options(OptionTable& table, Options& options,
                         std::initializer_list<std::string_view> but = {}) {
  for_each_option<Options>([&](const OptionText& text, auto field) {
    if (std::ranges::find(but, text.name) != but.end()) return;
    if constexpr (requires { OptionTarget(&(options.*field)); } ||
                  HasWords<std::remove_reference_t<decltype(options.*field)>>) {
      add_library_option<Options>(table, text, options.*field);
    }
  });
}

}  // namespace pagekin::cli
