#include <string>

#include <CLI/CLI.hpp>

#include "cli/command.h"

namespace pagekin::cli {

#define COMMAND(name) Command name();
#include "cli/commands.inc"
#undef COMMAND

std::span<const Command> commands() {
  static const Command all[] = {
#define COMMAND(name) name(),
#include "cli/commands.inc"
#undef COMMAND
  };
  return all;
}

void declare_commands(CLI::App& app, std::function<int()>& run) {
  for (const Command& command : commands()) {
    CLI::App* const sub =
        app.add_subcommand(std::string(command.name), std::string(command.summary));
    sub->footer("Examples:\n" + std::string(command.examples));
    std::function<int()> body = command.declare(*sub);
    sub->callback([&run, body = std::move(body)] { run = body; });
  }
}

}  // namespace pagekin::cli
