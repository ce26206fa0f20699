// The folded tree: what repeats among siblings is kept once.
//
// From the leaves up, of the children of an element that are equal once they are folded
// themselves the first one stays. So ten comments are one, whatever the number of their
// paragraphs, and so are twenty pairs of dt and dd.
//
//   ul(li(a) li(a b b) li(a) li(a b))   becomes   ul(li(a) li(a b))
//
// Source: ours. Uneven numbers of comments and result rows are what Gowda and Mattmann
// (Clustering Web Pages Based on Structure and Style Similarity, 2016, section 3) name as
// the weakness of tree edit distance.
// Cost: time O(n log n), memory O(n).
// Limits: subtrees are told apart by a 64-bit hash that differs from run to run, so that
// equal hashes cannot be prepared.
#pragma once

#include "pagekin/dom/tag_tree.h"

namespace pagekin::features {

// Folding a folded tree changes nothing.
dom::TagTree fold(const dom::TagTree& tree);

}  // namespace pagekin::features
