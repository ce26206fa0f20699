#include "pagekin/graph/page_classes.h"

#include <algorithm>
#include <limits>
#include <unordered_set>

#include "pagekin/core/hash.h"

namespace pagekin::graph {

std::uint64_t PageClasses::equal_pairs() const {
  std::uint64_t pairs = 0;
  for (const std::uint64_t size : sizes) pairs += size * (size - 1) / 2;
  return pairs;
}

PageClasses classes_of(const Verdicts& verdicts, std::size_t pages) {
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

PageClasses classes_of(std::span<const measure::SortedHashes> sets) {
  PageClasses classes;
  classes.class_of.reserve(sets.size());
  const auto set_of = [&](std::uint32_t number) { return sets[classes.standing[number]]; };
  const auto hash = [&](std::uint32_t number) {
    const measure::SortedHashes set = set_of(number);
    return hash_bytes({reinterpret_cast<const char*>(set.data()), set.size_bytes()},
                      process_seed());
  };
  const auto equal = [&](std::uint32_t a, std::uint32_t b) {
    return std::ranges::equal(set_of(a), set_of(b));
  };
  std::unordered_set<std::uint32_t, decltype(hash), decltype(equal)> known(16, hash, equal);
  for (std::size_t page = 0; page < sets.size(); ++page) {
    // The page starts a new class unless its set is known.
    classes.standing.push_back(static_cast<PageId>(page));
    const auto own = static_cast<std::uint32_t>(classes.standing.size() - 1);
    const auto [first, is_new] = known.insert(own);
    if (is_new) {
      classes.sizes.push_back(0);
    } else {
      classes.standing.pop_back();
    }
    classes.class_of.push_back(*first);
    ++classes.sizes[*first];
  }
  return classes;
}

}  // namespace pagekin::graph
