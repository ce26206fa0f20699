// Sets in which values that always occur together are one group.
//
// Values that occur in exactly the same sets form a group, whose weight is their number:
// the frame of a template becomes a few groups instead of hundreds of values. Values that
// occur in one set only cannot be shared and are left out. What two sets have in common is
// the total weight of the groups that are in both.
//
//  sets  {a b c d}  {a b c e}  {a b e f}      groups  {a b} 3 sets, {c} 2, {e} 2
//
// A bag is treated as a set of pairs (value, number of earlier occurrences).
//
// Cost: time O(n) in the number of all values; 8 bytes for each group of a set. During
// construction 4 bytes more, and about 100 MB a thread at most if the values are
// distributed like hashes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/measure/overlap.h"

namespace pagekin::graph {

class GroupedSets {
 public:
  // A group of a set, and the total weight of it and all later groups of the set.
  struct Entry {
    std::uint32_t group = 0;
    std::uint32_t rest = 0;
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  // The weight of the group of entries[i]; `entries` are all entries of a set.
  static std::uint32_t weight(std::span<const Entry> entries, std::size_t i) {
    return entries[i].rest - (i + 1 < entries.size() ? entries[i + 1].rest : 0);
  }

  // Takes sorted sets or bags, fewer than 2^32. Groups are numbered by the number of sets
  // that contain them, rare ones first, then by their smallest value.
  GroupedSets(std::span<const measure::SortedHashes> sets, unsigned threads);

  std::size_t size() const { return starts_.size() - 1; }
  std::size_t groups() const { return groups_; }

  // The entries of a set in ascending order.
  std::span<const Entry> operator[](std::size_t set) const {
    return std::span(entries_).subspan(starts_[set], starts_[set + 1] - starts_[set]);
  }

 private:
  std::vector<std::uint64_t> starts_;  // by set, and one more
  std::vector<Entry> entries_;         // set by set
  std::size_t groups_ = 0;
};

}  // namespace pagekin::graph
