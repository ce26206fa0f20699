#include "pagekin/dom/siblings.h"

#include <array>
#include <unordered_map>

#include "pagekin/html/tag_id.h"

namespace pagekin::dom {

void number_siblings(const Tree& tree, std::vector<SiblingNumber>& numbers) {
  numbers.assign(tree.size(), {});
  std::array<std::uint32_t, html::kKnownTagEnd> known{};
  std::unordered_map<html::TagId, std::uint32_t> unknown;
  const auto count_of = [&](html::TagId tag) -> std::uint32_t& {
    return tag < html::kKnownTagEnd ? known[tag] : unknown[tag];
  };
  for (std::uint32_t parent = 0; parent < tree.size(); ++parent) {
    const std::uint32_t end = parent + tree.sizes[parent];
    std::uint32_t child = 0;
    for (std::uint32_t c = parent + 1; c < end; c += tree.sizes[c]) {
      numbers[c].child = ++child;
      numbers[c].nth = ++count_of(tree.tags[c]);
    }
    // The first has as many from the end as there are; the last leaves no count.
    for (std::uint32_t c = parent + 1; c < end; c += tree.sizes[c]) {
      numbers[c].nth_last = count_of(tree.tags[c])--;
    }
  }
}

}  // namespace pagekin::dom
