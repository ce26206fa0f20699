// Tree edit distance as measures ask for it: by the cheapest way that answers, within
// limits.
#pragma once

#include <cstdint>

#include "pagekin/measure/edit_costs.h"
#include "pagekin/measure/edit_tree.h"

namespace pagekin::measure {

enum class TreeEditAlgorithm { kApted, kZhangShasha, kRted };

// Counts, not seconds: the same answer on every machine.
struct TreeEditLimits {
  std::uint64_t cells = std::uint64_t{1} << 32;
  std::uint64_t bytes = std::uint64_t{1} << 29;
};

// The distance lies in [low, high].
struct TreeDistance {
  EditCost low = 0;
  EditCost high = 0;
  bool exact() const { return low == high; }
};

struct TreeDistanceQuestion {
  EditCosts costs;
  TreeEditAlgorithm algorithm = TreeEditAlgorithm::kApted;  // where bounds do not answer
  EditCost at_most = UINT64_MAX;  // larger distances need not be known: low > at_most will do
  bool only_verdict = false;      // nor smaller ones: high <= at_most will do
  TreeEditLimits limits;
};

// Bounds that part, neither of them an answer to the question, mean that a limit was met.
TreeDistance tree_distance(const EditTree& a, const EditTree& b,
                           const TreeDistanceQuestion& question, EditWork* work = nullptr);

}  // namespace pagekin::measure
