// The only file that includes the header of the parsing library.

#include "cli/parse.h"

#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include <CLI/CLI.hpp>

#include "pagekin/version.h"

#include "cli/command.h"
#include "cli/options.h"

namespace pagekin::cli {
namespace {

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
  if (const auto* ints = std::get_if<std::pair<int, int>>(&option.range)) {
    made->check(CLI::Range(ints->first, ints->second));
  }
  if (const auto* reals = std::get_if<std::pair<double, double>>(&option.range)) {
    made->check(CLI::Range(reals->first, reals->second));
  }
  if (!option.choices.empty()) made->check(CLI::IsMember(option.choices));
  if (!option.excludes.empty()) made->excludes(app.get_option(option.excludes));
  if (!option.default_value.empty()) made->default_str(option.default_value);
}

// Declares every command on `app`; `run` is set to the body of the one chosen.
void declare_commands(CLI::App& app, std::function<int()>& run) {
  for (const Command& command : commands()) {
    CLI::App* const sub =
        app.add_subcommand(std::string(command.name), std::string(command.summary));
    if (command.hidden) sub->group("");
    sub->footer("Examples:\n" + std::string(command.examples));
    OptionTable table;
    std::function<int()> body = table.with_ending(command.declare(table));
    for (const Option& option : table.options()) declare_option(*sub, option);
    sub->callback([&run, body = std::move(body)] { run = body; });
  }
}

}  // namespace

Parsed parse_arguments(int argc, char** argv) {
  CLI::App app{std::string(kDescription), "pagekin"};
  app.set_version_flag("--version", kVersion);
  app.require_subcommand(1);
  app.get_formatter()->column_width(36);
  app.footer(std::string(kFooter));
  Parsed parsed;
  declare_commands(app, parsed.body);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& wanted) {  // --help, --version
    return {.body = {}, .status = app.exit(wanted)};
  } catch (const CLI::ParseError& error) {
    app.exit(error);
    return {.body = {}, .status = kWrongUsage};
  }
  return parsed;
}

}  // namespace pagekin::cli
