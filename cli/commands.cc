#include "cli/command.h"
#include "cli/output_links.h"
#include "cli/run_summary.h"

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

std::function<int()> declare_options(const Command& command, OptionTable& table) {
  std::function<int()> body = command.declare(table);
  add_summary_option(command, table);
  add_link_option(command, table);
  return body;
}

}  // namespace pagekin::cli
