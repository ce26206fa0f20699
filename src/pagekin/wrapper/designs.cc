#include "pagekin/wrapper/designs.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

namespace pagekin::wrapper {

std::vector<std::uint32_t> newest_designs(const Wrapper& wrapper) {
  std::map<std::string_view, std::uint32_t> last;
  for (std::uint32_t i = 0; i < wrapper.templates.size(); ++i) {
    last[wrapper.templates[i].label] = i;
  }
  std::vector<std::uint32_t> newest;
  newest.reserve(wrapper.templates.size());
  for (std::uint32_t i = 0; i < wrapper.templates.size(); ++i) {
    const std::string_view label = wrapper.templates[i].label;
    newest.push_back(label.empty() ? i : last[label]);
  }
  return newest;
}

std::vector<std::uint32_t> design_numbers(const Wrapper& wrapper) {
  std::map<std::string_view, std::uint32_t> seen;
  std::vector<std::uint32_t> numbers;
  numbers.reserve(wrapper.templates.size());
  for (const TemplateRules& rules : wrapper.templates) {
    numbers.push_back(rules.label.empty() ? 1 : ++seen[rules.label]);
  }
  return numbers;
}

void add_design(TemplateRules design, Wrapper& wrapper) {
  for (TemplateRules& rules : wrapper.templates) {
    if (rules.label != design.label) continue;
    std::vector<std::uint64_t> others;
    std::ranges::set_difference(rules.addresses, design.addresses, std::back_inserter(others));
    rules.addresses = std::move(others);
  }
  wrapper.templates.push_back(std::move(design));
}

}  // namespace pagekin::wrapper
