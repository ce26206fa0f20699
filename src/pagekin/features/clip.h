// The clipped tree: what is left of a page when markup of mere content is cut.
//
// An element of a Text Tag whose subtree holds no Block Tag is cut with its subtree;
// all else stays, so that text elements around a block stay too.
//
// Source: Zhang, Yang, Niu: Measurement of Web Structural Similarity Based on Subtree
// Matching, 2016, section 2.2, definition 2.3 and rule 1.
// Cost: time and memory O(n).
// Limits: a tree without any Block Tag becomes the empty tree. The tree of a page has
// one, its `html`.
#pragma once

#include "pagekin/dom/tag_tree.h"

namespace pagekin::features {

dom::TagTree clip(const dom::TagTree& tree);

}  // namespace pagekin::features
