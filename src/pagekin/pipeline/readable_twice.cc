// Checks that inputs can be read more than once: files, directories and lists of these.
#include <cstddef>
#include <fstream>
#include <span>
#include <string>

#include <sys/stat.h>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/input/input_name.h"
#include "pagekin/pipeline/describe_pages.h"

namespace pagekin::pipeline {
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

void check_input(const std::string& name, std::size_t depth, std::string_view option) {
  const auto [as, path] = input::parse_input_name(name);
  if (path == "-") {
    refuse("standard input", "write it to a file first; a list is given as @FILE", option);
  }
  const bool is_list = as == input::InputName::As::kList;
  if (is_read_once(path)) refuse(path, "save it to a file first", option);
  if (!is_list || depth == kMaxDepth) return;
  std::ifstream list(path);
  for (std::string line; std::getline(list, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (!line.empty()) check_input(line, depth + 1, option);
  }
}

}  // namespace

void check_readable_twice(std::span<const std::string> inputs, std::string_view option) {
  for (const std::string& name : inputs) check_input(name, 0, option);
}

}  // namespace pagekin::pipeline
