// An upper bound of tree edit distance: the cost of a good top-down alignment.
//
// Roots are paired; the children of two paired elements may be paired in turn, each once
// and in order, whatever their tags; what is left is removed or inserted with all below:
//
//     u(x, y) = rename, where the tags differ,
//             + min over alignments of the sum of u(x_i, y_j) over pairs of children
//               and of the cost of the subtrees without a partner
//
// Such an alignment is a mapping that tree edit distance may choose too, so its cost is
// never below the distance. On pages of one template it is mostly equal to it.
//
// Where two elements do not go together well, the largest child of either, unless
// much is below it, is tried as a wrapper that the other page does not have: it is removed
// or inserted alone, and its children take its place.
//
// Equal subtrees cost nothing, equal first and last children are paired at once, pairs
// of children that cannot improve an alignment are passed over, and results are kept for
// pairs of subtrees. Too many children are aligned near the diagonal only; after too many
// steps the pairs that remain are taken to have only their roots in common. Either makes
// the bound larger, never wrong, and depends on the two trees alone: the same pair has
// the same bound whatever was asked before.
//
// Cost: on real pages about linear, some 0.1 microseconds an element; at most some 2^23
// steps a pair. Memory: up to 8 MB for results, for TopDownBound twice, and the children of
// the elements from the root to a pair.
// Limits: sums of costs must stay below 2^62; none on depth, there is no recursion.
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

// For many pairs of trees of one Subtrees, which must stay; what pairs have in common is
// computed once. One for each thread.
class TopDownBound {
 public:
  TopDownBound(const Subtrees& subtrees, const EditCosts& costs)
      : subtrees_(&subtrees), costs_(costs) {
    kept_.start(SIZE_MAX);
  }

  // Of the trees with these root ids. Where the bound cannot be `give_up_above` or less,
  // some larger upper bound may be returned, at no cost.
  EditCost operator()(std::uint32_t a, std::uint32_t b, EditCost give_up_above = UINT64_MAX);

 private:
  const Subtrees* subtrees_;
  EditCosts costs_;
  TopDownCache kept_{kFewestTopDownSlots};   // between pairs
  TopDownCache fresh_{kFewestTopDownSlots};  // for pairs that take many steps
};

// Of two trees alone; both come from one Subtrees, either may be empty.
EditCost top_down_bound(const EditTree& a, const EditTree& b, const EditCosts& costs,
                        EditCost give_up_above = UINT64_MAX);

}  // namespace pagekin::ted
