// What one set has in common with many others.
//
// The groups of the one set are marked with their weights; those of another add up what
// they find.
//
// Cost: O(groups) a set, without a branch that depends on them; 4 bytes a group and thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/graph/grouped_sets.h"

namespace pagekin::graph {

class CommonWeights {
 public:
  explicit CommonWeights(const GroupedSets& sets) : sets_(&sets), weights_(sets.groups()) {}

  // Takes the place of the set before.
  void start(std::size_t set) {
    for (const std::uint32_t group : marked_) weights_[group] = 0;
    marked_.clear();
    const auto entries = (*sets_)[set];
    for (std::size_t i = 0; i < entries.size(); ++i) {
      weights_[entries[i].group] = GroupedSets::weight(entries, i);
      marked_.push_back(entries[i].group);
    }
  }

  // The weight in common, or any number below `needed` where it is below that.
  std::uint32_t with(std::size_t other, std::uint32_t needed) const {
    constexpr std::size_t at_once = 8;  // between two looks at whether the rest can suffice
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
