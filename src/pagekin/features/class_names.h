// The CSS class names that a page uses.
//
// They are the values of all class attributes, with character references decoded, split at
// ASCII white space. They are case-sensitive.
//
// Source: Gowda, Mattmann: Clustering Web Pages Based on Structure and Style Similarity,
// 2016, section 4 and figure 3.
// Cost: linear in the bytes of the attributes; attributes that several elements share are
// read once. 8 bytes a name.
#pragma once

#include <cstdint>
#include <vector>

#include "pagekin/dom/tree.h"

namespace pagekin::features {

// Returns the hashes of the names as a sorted set. The source of the tree must be UTF-8.
std::vector<std::uint64_t> class_names(const dom::Tree& tree);

}  // namespace pagekin::features
