// The only file that includes the header of the parsing library.

#include "cli/parse.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "pagekin/catalogue.h"
#include "pagekin/text.h"
#include "pagekin/version.h"

#include "cli/check_files.h"
#include "cli/command.h"
#include "cli/help.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/run_summary.h"
#include "cli/terminal.h"

namespace pagekin::cli {
namespace {

// --- values

std::string first_name(const Option& option) {
  return option.is_positional() ? option.placeholder() : option.all_names().front();
}

void check_choice(const Option& option, const std::string& text) {
  if (std::ranges::count(option.choices, text) > 0) return;
  const std::vector<std::string_view> choices(option.choices.begin(), option.choices.end());
  const std::string meant = did_you_mean(text, choices);
  throw UsageError(fmt::format("{} takes {}, got '{}'{}{}", first_name(option),
                               fmt::join(choices, " or "), text, meant.empty() ? "" : "; ", meant));
}

template <class Number>
bool reads_as(const std::string& text, Number& number) {
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, number);
  return result.ec == std::errc{} && result.ptr == end;
}

// The number of a value that may be absent, or the value itself.
template <class Value>
struct NumberOf {
  using Type = Value;
};
template <class Number>
struct NumberOf<std::optional<Number>> {
  using Type = Number;
};

template <class Value>
void check_number(const Option& option, const std::string& text) {
  using Number = typename NumberOf<Value>::Type;
  Number number{};
  bool fits = reads_as(text, number);
  std::visit(
      [&]<class Range>(const Range& range) {
        if constexpr (!std::is_same_v<Range, std::monostate>) {
          const auto value = static_cast<long double>(number);
          fits = fits && value >= range.first && value <= range.second;
        }
      },
      option.range);
  if (fits) return;
  std::string kind = std::is_floating_point_v<Number> ? "a number" : "a whole number";
  if (option.range.index() != 0) {
    kind += ", " + option.range_text();
  } else if (std::is_unsigned_v<Number>) {
    kind += ", 0 or more";
  }
  throw UsageError(fmt::format("{} takes {}, got '{}'", first_name(option), kind, text));
}

// Throws UsageError for a value that the option does not take.
void check_value(const Option& option, const std::string& text) {
  if (!option.choices.empty()) check_choice(option, text);
  std::visit(
      [&]<class Value>(const Value*) {
        if constexpr (std::is_arithmetic_v<typename NumberOf<Value>::Type> &&
                      !std::is_same_v<Value, bool>) {
          check_number<Value>(option, text);
        }
      },
      option.target);
}

// --- declaring

CLI::Option* declare(CLI::App& app, const Option& option) {
  return std::visit(
      [&]<class Value>(Value* value) {
        if constexpr (std::is_same_v<Value, bool>) {
          return app.add_flag(option.names, *value, option.help);
        } else {
          return app.add_option(option.names, *value, option.help);
        }
      },
      option.target);
}

void declare_option(CLI::App& app, const Option& option) {
  CLI::Option* const made = declare(app, option);
  if (option.required) made->required();
  if (option.repeated) made->take_all()->expected(1)->allow_extra_args(false);
  if (!option.excludes.empty()) made->excludes(app.get_option(option.excludes));
  if (option.is_flag()) return;
  made->check([&option](const std::string& text) {
    check_value(option, text);
    return std::string();
  });
}

// --- messages

std::string help_hint(const Command& command) {
  return fmt::format("'pagekin help {}' shows the options", command.name);
}

// The commands that have an option, "sweep and train"; empty for none.
std::string commands_with(std::string_view name) {
  std::vector<std::string_view> found;
  for (const Command& command : commands()) {
    OptionTable table;
    declare_options(command, table);
    if (!command.hidden && table.find(name) != nullptr) found.push_back(command.name);
  }
  if (found.empty()) return {};
  if (found.size() == 1) return std::string(found.front()) + " has it";
  const std::string_view last = found.back();
  found.pop_back();
  return fmt::format("{} and {} have it", fmt::join(found, ", "), last);
}

// For an argument that the command does not take.
UsageError unexpected(const Command& command, const OptionTable& table,
                      const std::string& argument) {
  if (!argument.starts_with('-') || argument == "-") {
    return UsageError(
        fmt::format("{} does not expect '{}'; {}", command.name, argument, help_hint(command)));
  }
  const std::string typed = argument.substr(0, argument.find('='));
  std::vector<std::string> names{"--help"};
  for (const Option& option : table.options()) {
    if (!option.is_positional()) names.push_back(option.all_names().front());
  }
  const std::vector<std::string_view> views(names.begin(), names.end());
  // The dashes are not part of the name: they would make short names look alike.
  std::vector<std::string_view> bare;
  for (const std::string_view name : views)
    bare.push_back(name.substr(name.find_first_not_of('-')));
  const std::size_t begin = typed.find_first_not_of('-');
  const std::vector<std::string_view> nearest =
      begin == std::string::npos ? std::vector<std::string_view>{}
                                 : nearest_names(std::string_view(typed).substr(begin), bare);
  std::string next = help_hint(command);
  if (!nearest.empty()) {
    next = fmt::format("did you mean '--{}'?", fmt::join(nearest, "' or '--"));
  } else if (const std::string others = commands_with(typed); !others.empty()) {
    next = others;
  }
  return UsageError(fmt::format("{} has no option '{}'; {}", command.name, typed, next));
}

// A message of the parsing library, "NAME WORDS REST", in our words.
UsageError reworded(const CLI::ParseError& error, const Command& command,
                    const OptionTable& table) {
  const std::string text = error.what();
  const auto option_before = [&](std::string_view words) -> const Option* {
    const std::size_t at = text.find(words);
    return at == std::string::npos ? nullptr : table.find(text.substr(0, at));
  };
  if (const Option* const option = option_before(" is required")) {
    const std::string what = option->is_positional()
                                 ? option->placeholder()
                                 : option->all_names().front() + " " + option->placeholder();
    return UsageError(
        fmt::format("{} needs {}: {}; {}", command.name, what, option->help, help_hint(command)));
  }
  constexpr std::string_view excludes = " excludes ";
  if (const Option* const option = option_before(excludes)) {
    return UsageError(fmt::format("{} and {} cannot be given together", first_name(*option),
                                  text.substr(text.find(excludes) + excludes.size())));
  }
  if (const Option* const option = option_before(":")) {
    if (text.ends_with(" missing")) {
      return UsageError(fmt::format("{} needs a value: {} {}", first_name(*option),
                                    first_name(*option), option->placeholder()));
    }
    if (text.find("received") != std::string::npos) {
      return UsageError(fmt::format("{} can be given only once", first_name(*option)));
    }
  }
  return UsageError(fmt::format("{}; {}", text, help_hint(command)));
}

void print(const std::string& text) {
  Output output("");
  output.write(text);
  output.finish();
}

}  // namespace

const Command& find_command(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Command& command : commands()) {
    if (command.name == name) return command;
    if (!command.hidden) names.push_back(command.name);
  }
  const std::string meant = did_you_mean(name, names);
  throw UsageError(fmt::format("there is no command '{}'; {}", name,
                               meant.empty() ? "'pagekin help' shows all commands" : meant));
}

Parsed parse_arguments(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "{}", main_help(terminal_width()));
    return {.body = {}, .status = kWrongUsage};
  }
  const std::string_view first = argv[1];
  if (first == "-h" || first == "--help") {
    print(main_help(terminal_width()));
    return {};
  }
  if (first == "-V" || first == "--version") {
    print(fmt::format("{}\n", kVersion));
    return {};
  }
  if (first == "--licences" || first == "--licenses") {
    print(std::string(licence_notices()));
    return {};
  }
  if (first.starts_with('-')) {
    throw UsageError(fmt::format(
        "the first argument must be a command, got '{}'; 'pagekin help' shows all commands",
        first));
  }
  const Command& command = find_command(first);
  OptionTable table;
  run_summary().begin(command.name);
  Parsed parsed{.body = table.with_ending(declare_options(command, table))};
  CLI::App app;
  for (const Option& option : table.options()) declare_option(app, option);
  app.allow_extras(table.takes_anything());
  try {
    app.parse(argc - 1, argv + 1);
  } catch (const CLI::CallForHelp&) {
    print(help_of(command, terminal_width()));
    return {};
  } catch (const CLI::ParseError& error) {
    // A mistyped option may be why another one is missing.
    const std::vector<std::string> rest = app.remaining();
    if (!rest.empty()) throw unexpected(command, table, rest.front());
    throw reworded(error, command, table);
  }
  check_files(table);
  table.take_words();
  return parsed;
}

}  // namespace pagekin::cli
