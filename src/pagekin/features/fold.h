// The folded tree: repeated siblings are kept once.
//
// From the leaves up, of the children of an element that are equal after folding, only the
// first stays. So ten comments become one, whatever the number of their paragraphs, and so
// do twenty pairs of dt and dd.
//
//   ul(li(a) li(a b b) li(a) li(a b))   becomes   ul(li(a) li(a b))
//
// Source: ours. Gowda and Mattmann (Clustering Web Pages Based on Structure and Style
// Similarity, 2016, section 3) name varying numbers of comments and result rows as the
// weakness of tree edit distance.
// Cost: time O(n log n), memory O(n).
// Limits: subtrees are compared by a 64-bit hash that differs from run to run, so that
// collisions cannot be prepared.
#pragma once

#include "pagekin/dom/tag_tree.h"

namespace pagekin::features {

// Folding a folded tree changes nothing.
dom::TagTree fold(const dom::TagTree& tree);

}  // namespace pagekin::features
