// Tree edit distance as measures ask for it: by the cheapest way that answers the question,
// within limits. See cascade.h for the stages.
//
// Cost: for similar pages that of the bounded algorithm, at worst twice that of the whole
// table; for others a little more than the whole table. Bounds: n^2 / 64 steps for strings,
// at most 2^28, and some 2^23 for the upper bound. Memory at most limits.bytes; trees and 9 MB
// of buffers a thread come on top.
#pragma once

#include <cstdint>

#include "pagekin/ted/costs.h"
#include "pagekin/ted/edit_tree.h"

namespace pagekin::ted {

enum class TreeEditAlgorithm { kApted, kZhangShasha, kRted };

// Limits count work, not seconds, so that the answer is the same on every machine.
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
  TreeEditAlgorithm algorithm = TreeEditAlgorithm::kApted;  // used if bounds do not answer
  EditCost at_most = UINT64_MAX;  // for larger distances low > at_most is an answer
  bool only_verdict = false;      // for smaller distances high <= at_most is an answer
  TreeEditLimits limits;
};

// Returns a range that answers the question, or a wider one if a limit was met. Both trees
// come from one Subtrees; either may be empty. Adds to `work`, if there is one.
TreeDistance tree_distance(const EditTree& a, const EditTree& b,
                           const TreeDistanceQuestion& question, EditWork* work = nullptr);

}  // namespace pagekin::ted
