// All pairs of pages that reach a similarity, when no machine has all pages.
//
// Pages are put into blocks of pages that are likely to be alike. Two blocks are joined only if
// they share a key: a rare value that a similar pair of their pages would share. This class says
// what the keys of a page are, and joins two blocks. Who has the blocks is the caller's business:
//
//   1. By value: in how many pages is it? The caller knows this of the common values.
//   2. keys() of each page. Similar pages share a key, in one of them as a leading one.
//   3. pairs() of each block with itself, and of two blocks that share a key.
//
// The keys are the values of a set or bag that come first when the rare ones come first, as in
// set_join.h; as many as cannot all be missing from a similar set. Any order of the values gives
// the same pairs, if all machines have the same one. For measures of trees and class names the
// values are class names, if these are needed to reach the threshold; otherwise all pages have one
// common key, and only their sizes keep blocks apart.
//
// Source: Vernica, Carey, Li: Efficient Parallel Set-Similarity Joins Using MapReduce, SIGMOD 2010
// (keys by rare values). Blocks of pages in place of single pages are ours: a page is sent to as
// many machines as there are blocks that its block is joined with.
// Cost: keys() O(n log n) a page; pairs() as set_join.h and threshold_join.h.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "pagekin/features/features.h"
#include "pagekin/measure/join_bounds.h"
#include "pagekin/measure/measure.h"

namespace pagekin::graph {

class DividedJoin {
 public:
  // What a page is put into a block by.
  struct Place {
    std::uint64_t order = 0;     // similar pages often have the same
    std::uint32_t weight = 0;    // its size
    std::uint32_t lightest = 0;  // the smallest size of smaller pages that may be similar
  };
  // Two pages can be similar only if they share a key that is a leading one of the smaller page.
  struct Key {
    std::uint64_t value = 0;
    bool is_leading = false;
  };

  // The measure must outlive it. Throws OptionError for a measure without bounds.
  DividedJoin(const measure::Measure& measure, double at_least);

  // Whether the measure has bounds.
  static bool can_divide(const measure::Measure& measure, double at_least);

  // Whether keys are made of values. If not, orders are sizes.
  bool has_values() const { return bounds_->set_bound().has_value(); }

  // For prepared pages.
  Place place(const features::Features& page) const;
  // The values that keys are made from, each once.
  std::vector<std::uint64_t> values(const features::Features& page) const;
  // Says how common some values are; all others are rare.
  void set_counts(std::span<const std::uint64_t> values, std::span<const std::uint64_t> counts);
  std::vector<Key> keys(const features::Features& page) const;

  // Similar pairs of a page of `first` and one of `second`, by their positions, in order. Without
  // a second block: pairs within the first one. Throws Cancelled when the run is stopped.
  using Pair = std::array<std::uint32_t, 2>;
  std::vector<Pair> pairs(std::span<const features::Features> first) const;
  std::vector<Pair> pairs(std::span<const features::Features> first,
                          std::span<const features::Features> second) const;

 private:
  std::vector<Pair> joined(std::span<const features::Features> all, std::size_t second) const;

  const measure::Measure* measure_;
  double at_least_;
  std::unique_ptr<measure::JoinBounds> bounds_;
  std::unordered_map<std::uint64_t, std::uint64_t> counts_;
};

}  // namespace pagekin::graph
