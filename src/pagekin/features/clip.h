// The clipped tree: a page without the markup of mere content.
//
// An element of a Text Tag whose subtree contains no Block Tag is removed with its subtree.
// Everything else stays, also text elements around a block.
//
// Source: Zhang, Yang, Niu: Measurement of Web Structural Similarity Based on Subtree
// Matching, 2016, section 2.2, definition 2.3 and rule 1.
// Cost: time and memory O(n).
// Limits: a tree without any Block Tag becomes the empty tree. The tree of a page always
// has one, `html`.
#pragma once

#include "pagekin/dom/tag_tree.h"

namespace pagekin::features {

dom::TagTree clip(const dom::TagTree& tree);

}  // namespace pagekin::features
