#include "pagekin/graph/page_classes.h"

#include <limits>

namespace pagekin::graph {

std::uint64_t PageClasses::equal_pairs() const {
  std::uint64_t pairs = 0;
  for (const std::uint64_t size : sizes) pairs += size * (size - 1) / 2;
  return pairs;
}

PageClasses classes_of(const measure::Verdicts& verdicts, std::size_t pages) {
  constexpr auto none = std::numeric_limits<std::uint32_t>::max();
  PageClasses classes;
  classes.class_of.resize(pages);
  std::vector<std::uint32_t> class_of_twin(pages, none);
  for (std::size_t page = 0; page < pages; ++page) {
    std::uint32_t& number = class_of_twin[verdicts.twin(page)];
    if (number == none) {
      number = static_cast<std::uint32_t>(classes.standing.size());
      classes.standing.push_back(static_cast<PageId>(page));
      classes.sizes.push_back(0);
    }
    classes.class_of[page] = number;
    ++classes.sizes[number];
  }
  return classes;
}

}  // namespace pagekin::graph
