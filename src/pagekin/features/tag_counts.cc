#include "pagekin/features/tag_counts.h"

#include <algorithm>
#include <array>

namespace pagekin::features {

std::vector<TagCount> tag_counts(std::span<const html::TagId> sequence) {
  std::array<std::uint32_t, html::kKnownTagEnd> known{};
  std::vector<html::TagId> others;
  for (const html::TagId tag : sequence) {
    if (tag < html::kKnownTagEnd) {
      ++known[tag];
    } else {
      others.push_back(tag);
    }
  }
  std::vector<TagCount> counts;
  for (html::TagId tag = 0; tag < html::kKnownTagEnd; ++tag) {
    if (known[tag] > 0) counts.push_back({tag, known[tag]});
  }
  // Their numbers lie above those of the known tags.
  std::ranges::sort(others);
  for (const html::TagId tag : others) {
    if (counts.empty() || counts.back().tag != tag) counts.push_back({tag, 0});
    ++counts.back().count;
  }
  return counts;
}

}  // namespace pagekin::features
