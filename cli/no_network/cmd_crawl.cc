// pagekin crawl in builds without a crawler: says where to get one.

#include <functional>

#include "cli/command.h"
#include "cli/options.h"

namespace pagekin::cli {
namespace {

std::function<int()> declare_crawl(OptionTable& table) {
  table.take_anything();
  return []() -> int {
    throw UsageError(
        "this build of pagekin cannot crawl; use the pagekin program of a Debian package or of a "
        "build from source, then give its store or archive to this one");
  };
}

}  // namespace

Command crawl() {
  return {.name = "crawl",
          .summary = "fetch sites into a store (not in this build)",
          .examples = {},
          .declare = declare_crawl};
}

}  // namespace pagekin::cli
