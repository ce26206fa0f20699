#include "pagekin/input/input_name.h"

#include <utility>

namespace pagekin::input {

InputName parse_input_name(std::string_view name) {
  using As = InputName::As;
  constexpr std::pair<std::string_view, As> prefixes[] = {
      {"html:", As::kHtml},       {"warc:", As::kWarc}, {"jsonl:", As::kJsonl},
      {"cdx:", As::kCoordinates}, {"list:", As::kList}, {"@", As::kList}};
  for (const auto& [prefix, as] : prefixes) {
    if (name.size() > prefix.size() && name.starts_with(prefix)) {
      return {.as = as, .path = std::string(name.substr(prefix.size()))};
    }
  }
  return {.as = As::kByContent, .path = std::string(name)};
}

}  // namespace pagekin::input
