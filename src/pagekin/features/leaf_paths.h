// The paths of tags from the root of a tree to its leaves.
//
//   html(head body(p p))    html/head, html/body/p, html/body/p
//
// Source: Grigalis, Cenys: Using XPaths of Inbound Links to Cluster Template-Generated
// Web Pages, 2014, section 3.2: the tag path of each leaf node, here without indices.
// Cost: time and memory O(n), whatever the depth; no recursion.
#pragma once

#include <cstdint>
#include <vector>

#include "pagekin/dom/tag_tree.h"

namespace pagekin::features {

// Returns the hashes of the paths (see path_hash.h) in document order, with repetitions.
std::vector<std::uint64_t> leaf_path_list(const dom::TagTree& tree);

// Returns them as a sorted set.
std::vector<std::uint64_t> leaf_path_set(const dom::TagTree& tree);

}  // namespace pagekin::features
