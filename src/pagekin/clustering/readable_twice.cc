// Checks that inputs can be read more than once: files, directories and lists of these.
#include <cstddef>
#include <fstream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <sys/stat.h>

#include "pagekin/clustering/describe_pages.h"
#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/input/input_name.h"

namespace pagekin::clustering {
namespace {

constexpr std::size_t kMaxDepth = 8;  // of nested lists; reading refuses deeper ones

[[noreturn]] void refuse(const std::string& name, const std::string& advice,
                         std::string_view option) {
  const std::string reader = option == "inputs" ? "the pages are read twice"
                                                : option_named(option) + " reads the pages again";
  throw OptionError(reader + ", but " + printable(name) + " can be read only once; " + advice,
                    std::string(option), name);
}

bool is_read_once(const std::string& path) {
  struct stat info {};
  if (stat(path.c_str(), &info) != 0) return false;  // reading it will say why
  return !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

// The lists of one depth, in order. Each is read once, because a list may name itself.
struct ListsToCheck {
  std::vector<std::string> paths;
  std::set<std::string> seen;
};

void check_input(const std::string& name, std::string_view option, ListsToCheck& lists) {
  const auto [as, path] = input::parse_input_name(name);
  if (path == "-") {
    refuse("standard input", "write it to a file first; a list is given as @FILE", option);
  }
  if (is_read_once(path)) refuse(path, "save it to a file first", option);
  const bool is_list = as == input::InputName::As::kList;
  if (is_list && lists.seen.insert(path).second) lists.paths.push_back(path);
}

}  // namespace

void check_readable_twice(const input::Source& source, std::string_view option) {
  if (source.reading.spool) return;
  ListsToCheck lists;
  for (const std::string& name : source.inputs) check_input(name, option, lists);
  for (std::size_t depth = 0; depth < kMaxDepth; ++depth) {
    for (const std::string& path : std::exchange(lists.paths, {})) {
      std::ifstream list(path);
      for (std::string line; std::getline(list, line);) {
        if (line.ends_with('\r')) line.pop_back();
        if (!line.empty()) check_input(line, option, lists);
      }
    }
  }
}

}  // namespace pagekin::clustering
