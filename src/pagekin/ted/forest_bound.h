// A lower bound of tree edit distance: one table of forest distances, in which a pair of
// subtrees costs a lower bound of their distance.
//
// First it removes what the forests surely have in common:
//
//   - equal first trees of two forests, and equal last ones,
//   - roots of the same tag, if each forest is one tree.
//
// That does not change the distance. Let T be the first tree of both forests. A mapping keeps
// order, so it cannot pair elements of T in each forest with later trees of the other. Say that
// T in the second forest is paired only with elements of T, p of them, and that q other
// elements of T in the first forest are paired with later trees; p + q <= |T|. Pairing T with T
// instead saves |T| - p insertions and costs at most q. For roots, |T| = 1.
//
// For the rest, with F(x, y) for the first x and y elements in postorder,
//
//     F(x, y) = min(F(x - 1, y) + remove, F(x, y - 1) + insert, F(x - s, y - t) + l)
//
// where s and t are the sizes of the subtrees that end at x and y, and l is at most their
// distance. If l were their distance, F would be the distance (Zhang and Shasha 1989); so F is
// not above it. l is 0 for equal subtrees, else the bound by the numbers of elements of each
// tag. For small subtrees with the same root, and for the subtrees that make up most of both
// forests, l is this bound of what is below their roots.
//
// Source: Zhang, Shasha: Simple Fast Algorithms for the Editing Distance between Trees and
// Related Problems, SIAM J. Comput. 18, 1989, for F with the distance. The rest is ours.
// Cost: time O(n k) for trees of n elements and a bound of k, several times that if large
// subtrees are nested; memory 32 bytes a different subtree, and 2 MB a thread.
// Limits: a table of more than 2^15 cells is not made; then only the numbers of elements
// count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/align/pair_cache.h"
#include "pagekin/ted/costs.h"
#include "pagekin/ted/edit_tree.h"
#include "pagekin/ted/label_bins.h"

namespace pagekin::ted {

// The number of times each label occurs in a subtree, by the id of the subtree.
class SubtreeLabels {
 public:
  // `bin_of` gives the bin of a label. Labels that matter should have small numbers.
  SubtreeLabels(const Subtrees& subtrees, std::span<const std::uint8_t> bin_of);

  // Returns a lower bound of the number of edits between the bags of labels of two subtrees.
  std::size_t edits(std::uint32_t a, std::uint32_t b, std::size_t size_a,
                    std::size_t size_b) const {
    return bag_edits(bins_[a], bins_[b], size_a, size_b);
  }

 private:
  std::vector<LabelBins<std::uint8_t, 32>> bins_;
};

// For many pairs of trees of one Subtrees. What pairs have in common is computed once. Each
// thread needs its own. The bound of a pair does not depend on earlier calls.
class ForestBound {
 public:
  // Both must outlive it.
  ForestBound(const SubtreeLabels& labels, const EditCosts& costs);

  // Returns the bound of two non-empty trees. If it is above `at_most`, the distance is, too,
  // but the bound may then be above the distance.
  EditCost operator()(const EditTree& a, const EditTree& b, EditCost at_most);

 private:
  // Neighbouring siblings with all below them, as a range of positions in postorder.
  struct Forest {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t size() const { return end - begin; }
  };

  // The trees that make up most of both forests, as positions of their roots.
  struct LargePair {
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    EditCost bound = 0;
    bool is_known = false;
  };

  // Two forests, and the cells (x, y) with fewest <= x - y <= most, row by row.
  struct Table {
    Forest f;
    Forest g;
    EditCost at_most = 0;
    int nested = 0;  // the number of nested tables for large pairs that may still be made
    LargePair large;
    std::size_t begin = 0;  // of the cells
    std::int64_t fewest = 0;
    std::int64_t most = 0;

    std::size_t width() const { return static_cast<std::size_t>(most - fewest + 1); }
    // The place in the row. It is not below width() if the table does not have the cell.
    std::size_t place(std::size_t x, std::size_t y) const {
      return static_cast<std::size_t>(static_cast<std::int64_t>(y) - static_cast<std::int64_t>(x) +
                                      most);
    }
  };

  EditCost of_forests(Forest f, Forest g, EditCost at_most, int nested);
  EditCost least_cost(Table& table, std::size_t x, std::size_t y);
  EditCost of_subtrees(Table& table, std::uint32_t x, std::uint32_t y, EditCost useful);
  EditCost below(std::uint32_t x, std::uint32_t y, EditCost at_most, int nested);
  void take_off(Forest& f, Forest& g);

  EditCost at(const Table& table, std::size_t x, std::size_t y) const;

  const SubtreeLabels* labels_;
  EditCosts costs_;
  const EditTree* a_ = nullptr;
  const EditTree* b_ = nullptr;
  align::PairCache<EditCost> small_;  // of small subtrees, by id
  std::vector<EditCost> cells_;       // of tables within each other
  std::vector<std::uint32_t> roots_a_;
  std::vector<std::uint32_t> roots_b_;
};

}  // namespace pagekin::ted
