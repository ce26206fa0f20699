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

}  // namespace pagekin::cli
