#include "pagekin/describe/listed_marks.h"

#include <string_view>

namespace pagekin::describe {
namespace {

constexpr std::string_view kAddressMark = "address: ";
constexpr std::string_view kDeclaredMark = "declared: ";

bool is_tag_path(std::string_view mark) {
  return !mark.starts_with(kDeclaredMark) && mark.find_first_of(".#[\"") == mark.npos;
}

}  // namespace

std::vector<std::string> listed_marks(const ClusterDescription& description) {
  std::vector<std::string> marks;
  std::vector<std::string> paths;
  for (const Evidence& line : description.held_together_by) {
    for (const std::string& name : line.names) {
      if (name.starts_with(kAddressMark) || name == "?") continue;
      (is_tag_path(name) ? paths : marks).push_back(name);
    }
  }
  marks.insert(marks.end(), paths.begin(), paths.end());
  return marks;
}

}  // namespace pagekin::describe
