// Similarity of two trees from the similarities of their subtrees.
//
// The depth D and the number of leaves L of a leaf are 1. For trees A and B:
//
//     roots of different tags:                        0
//     no two children with a similarity above 0:      1 / (max(D_A, D_B) max(L_A, L_B))
//     else, with s the similarity of two children,
//     the mean over w = D and w = L of
//
//         sum of s(i, j) (w_Ai + w_Bj) / (2 max(sum of w_A, sum of w_B))
//
// over pairs (i, j) of children. There are two ways to choose the pairs. One partner: each
// child is in at most one pair; pairs are taken by falling similarity, then by the leftmost
// child of A, then of B. Many partners: each child of either tree is paired with its best
// partner; then s(i, j) w_Ai is summed over the children of A, and s(i, j) w_Bj over those of B.
//
// Both are symmetric to the last bit. If two pairs of equal similarity share a child, the rule
// takes the pair whose other child is further left, in either order of the trees; no other
// comparison decides which pairs are taken. The order of summation does not depend on the
// order of the trees either.
//
// Source: Zhang, Yang, Niu: Measurement of Web Structural Similarity Based on Subtree
// Matching, 2016, section 3, formulas 1 and 2.
// Cost: time O(n1 n2) at worst, no recursion. In practice much less: subtrees that are
// equal up to the order of siblings have similarity 1 and are paired first; equal pairs of
// subtrees are solved once; pairs are not sorted: two children that are each other's first
// choice are a pair, and the search for them goes on from where it is.
// Memory: O(n1 + n2) and at most `most_cells` similarities. If a pair of elements has more
// pairs of different children, these are computed again when they are needed.
#pragma once

#include <cstddef>

#include "pagekin/align/step_limit.h"
#include "pagekin/dom/tag_tree.h"

namespace pagekin::align {

enum class Partners { kOne, kMany };

struct SubtreeMatching {
  double similarity = 0;  // a lower bound, if there were too many steps
  double at_most = 0;     // an upper bound, up to rounding; else the same
  std::size_t steps = 0;  // pairs of different children that were compared
};

constexpr std::size_t kMostCells = std::size_t{1} << 22;

// Returns the matching of two non-empty trees. If it takes more than `most_steps` steps, returns
// bounds: at least the children of the roots that have equal partners are matched.
SubtreeMatching match_subtrees(const dom::TagTree& a, const dom::TagTree& b, Partners partners,
                               std::size_t most_cells = kMostCells,
                               std::uint64_t most_steps = kMostSteps);

// Returns the similarity, or bounds as above; of two empty trees 1, of one 0. If it is below
// `at_least`, returns any value below `at_least`; sizes and tags near the root decide the clear
// cases.
SubtreeMatching subtree_similarity(const dom::TagTree& a, const dom::TagTree& b, Partners partners,
                                   double at_least);

}  // namespace pagekin::align
