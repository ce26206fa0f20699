// pagekin serve in builds without a server: says what to use instead.

#include <functional>

#include "cli/command.h"
#include "cli/options.h"

namespace pagekin::cli {
namespace {

std::function<int()> declare_serve(OptionTable& table) {
  table.take_anything();
  return []() -> int {
    throw UsageError(
        "this build of pagekin has no server; 'pagekin report' makes the same as one file, or use "
        "the "
        "pagekin program of a Debian package or of a build from source");
  };
}

}  // namespace

Command serve() {
  return {.name = "serve",
          .summary = "show an earlier run in a browser (not in this build)",
          .examples = {},
          .declare = declare_serve};
}

}  // namespace pagekin::cli
