// Lower bounds of tree edit distance, from cheap to expensive. For the upper bound see
// upper_bound.h.
//
// Edits that turn one tree into the other also turn the sequence of its elements in document
// order (or in postorder, or the bag of them) into that of the other: an edit of an element is
// an edit of the sequence. If that takes at least e edits of sequences of p >= q elements,
//
//     distance >= (p - q) * remove + (e - (p - q)) * min(rename, (remove + insert) / 2)
//
// and likewise for p < q. For there are i insertions, i + p - q removals and r renames, at
// least e together, and the sizes do not force 2 i + r of them.
//
// Start and end tags in document order are a sequence, too, in which an edit of an element is two
// edits. So e is at least half of the edits between two such sequences. This bound is often larger
// than those by both orders, because an element is edited at both of its tags. It takes four times
// as long.
//
// Sources: Guha, Jagadish, Koudas, Srivastava, Yu: Approximate XML joins, SIGMOD 2002
// (strings of both orders); Akutsu: A relation between edit distance for ordered trees and edit
// distance for Euler strings, Inf. Process. Lett. 100, 2006 (start and end tags); Kailing, Kriegel,
// Schoenauer, Seidl: Efficient similarity search for hierarchical data in large databases, EDBT
// 2004 (histograms of labels). The generalisation to other costs is ours.
//
// Cost: O(1), O(p + q), and that of levenshtein.h, at most 2^27 steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "pagekin/ted/costs.h"
#include "pagekin/ted/edit_tree.h"

namespace pagekin::ted {

// Returns the bound by the numbers of elements.
EditCost size_bound(std::size_t size_a, std::size_t size_b, const EditCosts& costs);

// Returns the bound by the number of edits of sequences, see above.
EditCost edits_bound(std::size_t edits, std::size_t size_a, std::size_t size_b,
                     const EditCosts& costs);

// Returns the largest number of such edits that a distance of `at_most` allows; SIZE_MAX if
// any number is allowed. at_most >= size_bound().
std::size_t most_edits(EditCost at_most, std::size_t size_a, std::size_t size_b,
                       const EditCosts& costs);

// Returns the bound by the number of elements of each tag.
EditCost label_bound(const EditTree& a, const EditTree& b, const EditCosts& costs);

// Return the bound by string edit distance: of any labels, of those in document order, of those
// in postorder. A bound above `at_most` may be smaller than it could be, but stays above it; the
// smaller `at_most`, the cheaper. For pages of more than some 90,000 elements the bound may be
// smaller than it could be, too: edits times elements are at most kMostStringCells, of which a
// step does 64. Label is std::uint8_t or std::uint32_t.
constexpr std::size_t kMostStringCells = std::size_t{1} << 33;
template <class Label>
EditCost sequence_bound(std::span<const Label> a, std::span<const Label> b, const EditCosts& costs,
                        EditCost at_most = UINT64_MAX);
EditCost preorder_bound(const EditTree& a, const EditTree& b, const EditCosts& costs,
                        EditCost at_most = UINT64_MAX);
EditCost postorder_bound(const EditTree& a, const EditTree& b, const EditCosts& costs,
                         EditCost at_most = UINT64_MAX);

// Return the bound by start and end tags: of any numbers, or of those of the trees. A start tag and
// an end tag have different numbers. Cutoff and limits are as above.
template <class Label>
EditCost tags_bound(std::span<const Label> a, std::span<const Label> b, const EditCosts& costs,
                    EditCost at_most = UINT64_MAX);
EditCost tags_bound(const EditTree& a, const EditTree& b, const EditCosts& costs,
                    EditCost at_most = UINT64_MAX);

// Calls start(label) and end(label) for all start and end tags of the tree in document order.
template <class Start, class End>
void for_tags(const EditTree& tree, const Start& start, const End& end) {
  // An element in postorder comes after all elements below it, whose start tags are written.
  std::uint32_t started = 0;
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    for (; started <= tree.elements[i]; ++started) start(tree.preorder_labels[started]);
    end(tree.labels[i]);
  }
}

}  // namespace pagekin::ted
