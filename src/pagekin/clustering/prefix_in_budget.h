// Keeps the things of the lowest ranks whose bytes fit into a budget, whatever the order in which
// they come: the longest run of ranks, from the lowest on, whose sum of bytes is at most the
// budget.
//
// Cost: O(log n) a thing; memory of the budget and of one thing more.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace pagekin::clustering {

template <class Thing>
class PrefixInBudget {
 public:
  explicit PrefixInBudget(std::size_t budget) : budget_(budget) {}

  // Ranks are different from each other.
  void add(std::uint64_t rank, std::size_t bytes, Thing&& thing) {
    if (rank >= end_) return;
    kept_.push_back({rank, bytes, std::move(thing)});
    std::ranges::push_heap(kept_, {}, &Entry::rank);
    bytes_ += bytes;
    while (bytes_ > budget_) {
      std::ranges::pop_heap(kept_, {}, &Entry::rank);
      end_ = kept_.back().rank;  // no thing of this rank or a higher one fits any more
      bytes_ -= kept_.back().bytes;
      kept_.pop_back();
    }
  }

  std::size_t bytes() const { return bytes_; }

  // Calls take(rank, thing) for each thing that was kept, by rank.
  template <class Take>
  void finish(const Take& take) {
    std::ranges::sort(kept_, {}, &Entry::rank);
    for (Entry& entry : kept_) take(entry.rank, std::move(entry.thing));
    kept_.clear();
    bytes_ = 0;
  }

 private:
  struct Entry {
    std::uint64_t rank = 0;
    std::size_t bytes = 0;
    Thing thing;
  };
  std::size_t budget_;
  std::size_t bytes_ = 0;
  std::uint64_t end_ = std::numeric_limits<std::uint64_t>::max();
  std::vector<Entry> kept_;  // a heap: the highest rank first
};

}  // namespace pagekin::clustering
