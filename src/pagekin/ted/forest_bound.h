// A lower bound of tree edit distance: one table of forest distances, in which whole
// subtrees that could be paired cost what is known of them, instead of their distance.
//
// First what the trees surely have in common is taken off:
//
//   - equal first trees of two forests, and equal last ones,
//   - roots of the same tag, where each forest is one tree.
//
// That leaves the distance as it is. Let T be the first tree of both. A mapping cannot
// pair elements of T in the one forest with later trees of the other and the same the
// other way round, or order were lost. So say that T in the second forest is paired with
// elements of T alone, p of them, and q others of T in the first are paired with later
// trees, p + q <= |T|. Pairing T with T instead saves |T| - p insertions and costs at most
// q. Roots are the same with |T| = 1.
//
// Of what is left, with F(x, y) for the first x and y elements in postorder,
//
//     F(x, y) = min(F(x - 1, y) + remove, F(x, y - 1) + insert, F(x - s, y - t) + l)
//
// where s and t are the sizes of the subtrees that end there and l <= their distance.
// With their distance for l, it would be the distance (Zhang and Shasha); so this is not
// above it. l is 0 for equal subtrees, else what the numbers of elements of each tag say;
// for small subtrees with the same root, and for those that make up most of both forests,
// it is this bound of what is below their roots.
//
// Source: for F with the distance, see exact_distance.h. The rest is ours.
// Cost: time O(n k) for trees of n elements and a bound of k, some times over where large
// subtrees are within each other; memory 32 bytes a different subtree, and 2 MB a thread.
// Limits: where a table would have more than 2^15 cells, it is not made, and the numbers of
// elements count alone.
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

// How often each label occurs in a subtree, by its id.
class SubtreeLabels {
 public:
  // `bin_of`: by label, the smaller the better.
  SubtreeLabels(const Subtrees& subtrees, std::span<const std::uint8_t> bin_of);

  // At least so many edits lie between the bags of labels of two subtrees.
  std::size_t edits(std::uint32_t a, std::uint32_t b, std::size_t size_a,
                    std::size_t size_b) const {
    return bag_edits(bins_[a], bins_[b], size_a, size_b);
  }

 private:
  std::vector<LabelBins<std::uint8_t, 32>> bins_;
};

// For many pairs of trees of one Subtrees; what pairs have in common is computed once.
// One for each thread. The bound of a pair does not depend on what was asked before.
class ForestBound {
 public:
  // Both stay.
  ForestBound(const SubtreeLabels& labels, const EditCosts& costs);

  // Of trees that are not empty. Where it is larger than `at_most`, so is the distance,
  // but it may be larger than that.
  EditCost operator()(const EditTree& a, const EditTree& b, EditCost at_most);

 private:
  // Neighbouring siblings with all below them, as positions in postorder.
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
    int nested = 0;  // so many tables may be made for large pairs within each other
    LargePair large;
    std::size_t begin = 0;  // of the cells
    std::int64_t fewest = 0;
    std::int64_t most = 0;

    std::size_t width() const { return static_cast<std::size_t>(most - fewest + 1); }
    // In its row; not below the width where the table does not have the cell.
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
