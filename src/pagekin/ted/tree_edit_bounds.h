// Lower bounds of tree edit distance, from cheap to dear. For the upper bound see
// top_down_bound.h.
//
// Whatever turns one tree into the other also turns its elements in document order (or in
// postorder, or in no order) into those of the other, one edit of an element being one
// edit of the sequence. If that takes at least e edits of sequences of p >= q elements,
//
//     distance >= (p - q) * remove + (e - (p - q)) * min(rename, (remove + insert) / 2)
//
// and likewise for p < q: of i insertions, i + p - q removals and r renames, at least e
// together, 2 i + r are not forced by the sizes.
//
// Sources: Guha, Jagadish, Koudas, Srivastava, Yu: Approximate XML joins, SIGMOD 2002
// (strings of both orders); Kailing, Kriegel, Schoenauer, Seidl: Efficient similarity
// search for hierarchical data in large databases, EDBT 2004 (histograms of labels). The
// generalisation to other costs is ours.
// Cost: O(1), O(p + q), and that of levenshtein.h, 2^27 steps at the most.
#pragma once

#include <cstddef>

#include "pagekin/ted/edit_costs.h"
#include "pagekin/ted/edit_tree.h"

namespace pagekin::ted {

// By the numbers of elements.
EditCost size_bound(std::size_t size_a, std::size_t size_b, const EditCosts& costs);

// By the number of edits of sequences, see above; and the most such edits that a distance
// of `at_most` allows, SIZE_MAX where there is no such number. at_most >= size_bound().
EditCost edits_bound(std::size_t edits, std::size_t size_a, std::size_t size_b,
                     const EditCosts& costs);
std::size_t most_edits(EditCost at_most, std::size_t size_a, std::size_t size_b,
                       const EditCosts& costs);

// By the numbers of elements of each tag.
EditCost label_bound(const EditTree& a, const EditTree& b, const EditCosts& costs);

// By string edit distance in document order and in postorder. Where the bound is larger
// than `at_most`, any smaller one that still is may be returned; the smaller `at_most`,
// the cheaper. Of pages of more than some 90,000 elements the bound may be smaller than it
// could be: edits times elements are no more than kMostStringCells, 64 of them a step.
constexpr std::size_t kMostStringCells = std::size_t{1} << 33;
EditCost preorder_bound(const EditTree& a, const EditTree& b, const EditCosts& costs,
                        EditCost at_most = UINT64_MAX);
EditCost postorder_bound(const EditTree& a, const EditTree& b, const EditCosts& costs,
                         EditCost at_most = UINT64_MAX);

}  // namespace pagekin::ted
