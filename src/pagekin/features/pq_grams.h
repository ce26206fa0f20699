// The pq-grams of a tree: all its small subtrees of a fixed form.
//
// A pq-gram is an element with its p - 1 nearest ancestors (the stem) and q adjacent
// children (the base). Missing nodes are replaced by dummies: above the root, before the
// first and after the last child, and q of them below a leaf. So a leaf gives one pq-gram,
// and an element with f children gives f + q - 1.
//
//   a(b c)   p = 2, q = 2:   *a *b   *a bc   *a c*   ab **   ac **
//
// Source: Augsten, Boehlen, Gamper: Approximate Matching of Hierarchical Data Using
// pq-Grams, VLDB 2005, as described by Grigalis, Cenys: Using XPaths of Inbound Links to
// Cluster Template-Generated Web Pages, 2014, section 3.2.
// Cost: time O(n (p + q)); 8 bytes a pq-gram, of which there are at most n (q + 1).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/dom/tag_tree.h"

namespace pagekin::features {

constexpr html::TagId kDummyTag = html::kNoTag;

// Returns the hash of a pq-gram: its stem, topmost element first, and its base.
std::uint64_t pq_gram_hash(std::span<const html::TagId> stem, std::span<const html::TagId> base);

// Returns the hashes of all pq-grams as a sorted bag. p and q are at least 1.
std::vector<std::uint64_t> pq_grams(const dom::TagTree& tree, int p, int q);

}  // namespace pagekin::features
