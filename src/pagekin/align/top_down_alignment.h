// The best top-down alignment of two trees.
//
// Roots are paired. Where two paired elements have the same tag, their children may be
// paired in turn, each once and in order; below two elements with different tags nothing
// is paired. Each pair gains `equal` or `different`; with g(x, y) the most that two
// subtrees gain,
//
//     g(x, y) = different                           where the tags differ,
//     g(x, y) = equal + max sum of g(x_i, y_j)      else, over pairs of children
//
// with i and j both ascending. The maximum is found as for strings, row by row.
//
// Cost: time O(n1 n2) at worst, memory O(n1 + n2), no recursion. In practice much less:
// equal subtrees gain what they can, equal first and last children can be paired at
// once, equal pairs of subtrees are solved once, pairs that cannot beat what is known
// are passed over, and children that all are leaves are aligned 64 at a time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "pagekin/dom/tag_tree.h"

namespace pagekin::align {

struct Gains {
  std::uint32_t equal = 1;
  std::uint32_t different = 0;  // 0 with equal = 1, or 1 with equal = 2
};

struct TopDownAlignment {
  std::size_t gain = 0;
  std::size_t steps = 0;  // pairs of children that were looked at; a word of 64 is one
};

// Of two non-empty trees.
TopDownAlignment align_top_down(const dom::TagTree& a, const dom::TagTree& b, Gains gains);

// At least as many as any top-down alignment pairs elements of equal tags: elements with
// the same tags from the root down to them, counted as often as both trees have them.
// Cost: O(n1 + n2).
std::size_t common_path_count(const dom::TagTree& a, const dom::TagTree& b);

}  // namespace pagekin::align
