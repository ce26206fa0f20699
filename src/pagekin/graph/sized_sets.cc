#include "pagekin/graph/sized_sets.h"

#include <algorithm>
#include <numeric>

#include "pagekin/measure/join_bounds.h"

namespace pagekin::graph {

SizedSets sets_by_size(std::span<const measure::SortedHashes> all, const PageClasses& classes) {
  const auto set_of = [&](std::uint32_t number) { return all[classes.standing[number]]; };
  const auto size_of = [&](std::uint32_t number) { return set_of(number).size(); };
  SizedSets sets;
  sets.classes.resize(classes.standing.size());
  std::iota(sets.classes.begin(), sets.classes.end(), 0U);
  std::ranges::stable_sort(sets.classes, {}, size_of);
  if (!sets.classes.empty() && size_of(sets.classes.front()) == 0) {
    sets.classes.erase(sets.classes.begin());
  }
  for (const std::uint32_t number : sets.classes) {
    sets.values.push_back(set_of(number));
    sets.sizes.push_back(static_cast<std::uint32_t>(sets.values.back().size()));
  }
  return sets;
}

void Needed::start(std::uint32_t size) {
  if (size == size_) return;
  size_ = size;
  smallest_ = smallest_partner();
  least_.clear();
  std::uint32_t least = 1;
  for (std::uint32_t partner = smallest_; partner <= size; ++partner) {
    // A larger partner needs at least as many values.
    const measure::OverlapScore score(overlap_, size, partner);
    while (!measure::reaches(score(least), at_least_)) ++least;
    least_.push_back(least);
  }
}

// Returns the smallest size with which a set can be similar if all its values are common.
std::uint32_t Needed::smallest_partner() const {
  return measure::first_enough(1, size_, [&](std::uint32_t other) {
    return measure::reaches(measure::OverlapScore(overlap_, size_, other)(other), at_least_);
  });
}

}  // namespace pagekin::graph
