// Tree edit distance as measures ask for it: by the cheapest way that answers, within
// limits.
//
// Lower bounds (sizes, tags, strings) and an upper bound (top-down alignment) come first;
// on pages of one template they meet more often than not. Where they part, the bounded
// algorithm is asked whether the distance is a little more than the lower bound, then with
// what it may be more growing fourfold, as long as that takes less than the whole table by
// the algorithm of the question; then that.
//
// Cost: for alike pages that of the bounded algorithm, or at worst twice that of the whole
// table; for others that of the whole table and a little more. Bounds: n^2 / 64 steps for strings,
// 2^28 at the most, some 2^23 for the upper bound. Memory at most limits.bytes, trees and 9 MB of
// buffers a thread not counted.
#pragma once

#include <cstdint>

#include "pagekin/ted/edit_costs.h"
#include "pagekin/ted/edit_tree.h"

namespace pagekin::ted {

enum class TreeEditAlgorithm { kApted, kZhangShasha, kRted };

// Counts, not seconds: the same answer on every machine.
struct TreeEditLimits {
  std::uint64_t cells = std::uint64_t{1} << 30;
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

}  // namespace pagekin::ted
