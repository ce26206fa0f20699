// Sets by size, and how much a pair of them must share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/graph/page_classes.h"
#include "pagekin/measure/set_measure.h"

namespace pagekin::graph {

// The sets of classes by ascending size, then by class, without the empty set.
struct SizedSets {
  std::vector<std::uint32_t> classes;  // by set: its class
  std::vector<std::uint32_t> sizes;
  std::vector<measure::SortedHashes> values;

  std::size_t count() const { return classes.size(); }
};

// The values of the sets must outlive the result.
SizedSets sets_by_size(std::span<const measure::SortedHashes> sets, const PageClasses& classes);

// How many values a set must have in common with a set that is not larger, so that the pair
// is similar. It is found by evaluating the score, so rounding cannot change a decision.
class Needed {
 public:
  Needed(measure::Overlap overlap, double at_least) : overlap_(overlap), at_least_(at_least) {}

  // Prepares for a set of this size, which is above 0.
  void start(std::uint32_t size);

  // The size of the smallest set that can be similar to it.
  std::uint32_t smallest() const { return smallest_; }
  // Returns the number for a partner whose size is from smallest() to that of the set; at
  // least 1.
  std::uint32_t common_with(std::uint32_t partner) const { return least_[partner - smallest_]; }
  double similarity(std::uint32_t partner, std::size_t common) const {
    return measure::OverlapScore(overlap_, size_, partner)(common);
  }

 private:
  std::uint32_t smallest_partner() const;

  measure::Overlap overlap_;
  double at_least_;
  std::uint32_t size_ = 0;
  std::uint32_t smallest_ = 0;
  std::vector<std::uint32_t> least_;  // by size of the partner, from smallest_ on
};

}  // namespace pagekin::graph
