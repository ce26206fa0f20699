// The weight that one set has in common with each of many others.
//
// A table holds the weight of each group of the one set. The groups of another set add up
// what they find in the table.
//
// Cost: time O(groups) a set, without data-dependent branches; 4 bytes a group and thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/graph/grouped_sets.h"

namespace pagekin::graph {

class CommonWeights {
 public:
  explicit CommonWeights(const GroupedSets& sets) : sets_(&sets), weights_(sets.groups()) {}

  // Loads the table with this set, instead of the one before.
  void start(std::size_t set) {
    for (const std::uint32_t group : marked_) weights_[group] = 0;
    marked_.clear();
    const auto entries = (*sets_)[set];
    for (std::size_t i = 0; i < entries.size(); ++i) {
      weights_[entries[i].group] = GroupedSets::weight(entries, i);
      marked_.push_back(entries[i].group);
    }
  }

  // Returns the weight in common, or any number below `needed` if it is below that.
  std::uint32_t with(std::size_t other, std::uint32_t needed) const {
    constexpr std::size_t at_once = 8;  // groups between two checks whether the rest can suffice
    const auto entries = (*sets_)[other];
    std::uint32_t common = 0;
    std::size_t i = 0;
    for (; i + at_once <= entries.size(); i += at_once) {
      if (common + entries[i].rest < needed) return common;
      for (std::size_t j = i; j < i + at_once; ++j) common += weights_[entries[j].group];
    }
    for (; i < entries.size(); ++i) common += weights_[entries[i].group];
    return common;
  }

 private:
  const GroupedSets* sets_;
  std::vector<std::uint32_t> weights_;  // by group; 0: not in the set
  std::vector<std::uint32_t> marked_;
};

}  // namespace pagekin::graph
