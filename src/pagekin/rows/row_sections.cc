#include "pagekin/rows/row_sections.h"

#include <algorithm>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/html/tag_set.h"

namespace pagekin::rows {

std::vector<std::uint64_t> sections_of(const PlacedPage& page, std::span<const std::uint32_t> rows,
                                       std::span<const std::uint32_t> places) {
  const std::vector<RowElement>& elements = page.page->elements;
  const auto is_in_row = [&](std::uint32_t element) {
    for (; element != kNone; element = elements[element].parent) {
      if (std::ranges::binary_search(places, page.place_of(element))) return true;
    }
    return false;
  };
  std::vector<std::pair<std::uint32_t, std::uint32_t>> headings;  // order, element
  for (std::uint32_t i = 0; i < elements.size(); ++i) {
    if (!elements[i].is_shown || !html::kHeadings.has(elements[i].tag)) continue;
    if (!page.page->lines_of(i).empty() && !is_in_row(i)) {
      headings.emplace_back(elements[i].order, i);
    }
  }
  std::ranges::sort(headings);
  std::vector<std::uint64_t> sections;
  for (const std::uint32_t row : rows) {
    const auto behind = std::ranges::lower_bound(headings, std::pair(elements[row].order, 0U));
    sections.push_back(
        behind == headings.begin() ? 0 : hash_bytes(page.page->lines_of((behind - 1)->second)));
  }
  return sections;
}

}  // namespace pagekin::rows
