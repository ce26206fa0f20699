// The CSS class names that a page uses.
//
// The values of all class attributes, character references decoded, split at ASCII
// white space. Upper and lower case differ.
//
// Source: Gowda, Mattmann: Clustering Web Pages Based on Structure and Style
// Similarity, section 4 and figure 3.
// Cost: linear in the attributes' bytes, each looked at once even where many elements
// share them; 8 bytes a name.
#pragma once

#include <cstdint>
#include <vector>

#include "pagekin/dom/tree.h"

namespace pagekin::features {

// Sorted set of the hashes of the names. The tree's source must be UTF-8.
std::vector<std::uint64_t> class_names(const dom::Tree& tree);

}  // namespace pagekin::features
