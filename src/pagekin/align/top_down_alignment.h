// The best top-down alignment of two trees.
//
// Roots are paired. If two paired elements have the same tag, their children may be paired,
// too, each once and in order; below two elements with different tags nothing is paired. Each
// pair gains `equal` or `different`. The largest gain g(x, y) of two subtrees is
//
//     g(x, y) = different                           if the tags differ,
//     g(x, y) = equal + max sum of g(x_i, y_j)      else, over pairs of children
//
// with i and j both ascending. The maximum is found by dynamic programming, as for strings.
//
// Cost: time O(n1 n2) at worst, memory O(n1 + n2), no recursion. In practice much less:
// equal subtrees gain all they can, equal first and last children are paired at once, equal
// pairs of subtrees are solved once, pairs that cannot improve the result are skipped, and
// children that are all leaves are aligned 64 at a time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "pagekin/align/step_limit.h"
#include "pagekin/dom/tag_tree.h"

namespace pagekin::align {

struct Gains {
  std::uint32_t equal = 1;
  std::uint32_t different = 0;  // 0 with equal = 1, or 1 with equal = 2
};

struct TopDownAlignment {
  std::size_t gain = 0;
  std::size_t steps = 0;  // pairs of children that were compared; 64 leaves count as one
  bool is_best = true;    // else there were too many steps, and the gain is a lower bound
};

// Returns the best alignment of two non-empty trees; after `most_steps` steps, the best that was
// found until then.
TopDownAlignment align_top_down(const dom::TagTree& a, const dom::TagTree& b, Gains gains,
                                std::uint64_t most_steps = kMostSteps);

// Returns an upper bound of the number of pairs with equal tags of any top-down alignment: the
// size of the intersection of the bags of tag paths from the root to each element.
// Cost: O(n1 + n2).
std::size_t common_path_count(const dom::TagTree& a, const dom::TagTree& b);

}  // namespace pagekin::align
