// pagekin help: the help of the program, or of one command.

#include <functional>
#include <memory>
#include <string>

#include "cli/command.h"
#include "cli/help.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/parse.h"
#include "cli/terminal.h"

namespace pagekin::cli {
namespace {

std::function<int()> declare_help(OptionTable& table) {
  const auto name = std::make_shared<std::string>();
  table.add("command", *name, "a command; without it, help lists all commands");
  return [name] {
    const std::size_t width = terminal_width();
    const std::string text = name->empty() ? main_help(width) : help_of(find_command(*name), width);
    Output output("");
    output.write(text);
    output.finish();
    return 0;
  };
}

}  // namespace

Command help() {
  return {.name = "help",
          .summary = "show the commands, or the options of one",
          .examples =
              "  pagekin help\n"
              "  pagekin help cluster",
          .declare = declare_help};
}

}  // namespace pagekin::cli
