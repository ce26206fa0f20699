// An upper bound of tree edit distance: the cost of a good top-down alignment.
//
// Roots are paired. The children of two paired elements may be paired, too, each once and in
// order, whatever their tags. The other children are removed or inserted with all below them:
//
//     u(x, y) = rename, if the tags differ,
//             + min over alignments of the sum of u(x_i, y_j) over pairs of children
//               and of the cost of the subtrees without a partner
//
// Tree edit distance may choose this mapping, too, so its cost is never below the distance. On
// pages of one template it is mostly equal to the distance.
//
// If two elements do not match well, the largest child of either is tried as a wrapper that the
// other page does not have, unless much is below it: it is removed or inserted alone, and its
// children take its place.
//
// Equal subtrees cost nothing, equal first and last children are paired at once, pairs of
// children that cannot improve an alignment are skipped, and results are cached for pairs of
// subtrees. Too many children are aligned only near the diagonal. After too many steps, the pairs
// that are left are assumed to have only their roots in common. Both make the bound larger, but
// never wrong. They depend on the two trees alone, so the bound of a pair does not depend on
// earlier calls.
//
// Cost: on real pages about linear, some 0.1 microseconds an element; at most some 2^23
// steps a pair. Memory: up to 8 MB for results, twice that for TopDownBound, and the children
// of the elements from the root to a pair.
// Limits: sums of costs must stay below 2^62. There is no recursion, so no limit on depth.
#pragma once

#include <cstddef>
#include <cstdint>

#include "pagekin/align/pair_cache.h"
#include "pagekin/ted/costs.h"
#include "pagekin/ted/edit_tree.h"

namespace pagekin::ted {

// The result for a pair of subtrees.
struct TopDownResult {
  EditCost cost = 0;
  std::uint32_t steps = 0;  // that it takes with an empty cache
};

// Results by the ids of two subtrees.
using TopDownCache = align::PairCache<TopDownResult>;
constexpr std::size_t kFewestTopDownSlots = std::size_t{1} << 10;

// For many pairs of trees of one Subtrees, which must outlive it. What pairs have in common is
// computed once. Each thread needs its own.
class TopDownBound {
 public:
  TopDownBound(const Subtrees& subtrees, const EditCosts& costs)
      : subtrees_(&subtrees), costs_(costs) {
    kept_.start(SIZE_MAX);
  }

  // Returns the bound of the trees with these root ids. If the sizes say that the bound is above
  // `give_up_above`, returns a trivial upper bound at no cost.
  EditCost operator()(std::uint32_t a, std::uint32_t b, EditCost give_up_above = UINT64_MAX);

 private:
  const Subtrees* subtrees_;
  EditCosts costs_;
  TopDownCache kept_{kFewestTopDownSlots};   // between pairs
  TopDownCache fresh_{kFewestTopDownSlots};  // for pairs that take many steps
};

// Returns the bound of two trees by themselves. Both come from one Subtrees; either may be empty.
EditCost top_down_bound(const EditTree& a, const EditTree& b, const EditCosts& costs,
                        EditCost give_up_above = UINT64_MAX);

}  // namespace pagekin::ted
