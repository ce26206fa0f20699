// Backtracking through the tables of forest distances.
//
// The distances of all pairs of subtrees are known. The table of the forests of two subtrees
// is made again and walked from its last cell to the first, each time to a cell that the
// distance came from. A step over a whole pair of subtrees puts the pair aside to be walked
// later; equal subtrees are mapped element by element.
//
// Cost: time that of apted plus, for each pair of unequal subtrees walked, the product of
// their sizes. That is O(n1 n2) times the largest number of turns away from the left side on a
// way down, which is small in pages. Memory O(n1 n2).
#include "pagekin/ted/edit_mapping.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "pagekin/ted/plan.h"
#include "pagekin/ted/relax_row.h"
#include "pagekin/ted/single_path.h"

namespace pagekin::ted {
namespace {

class Backtracking {
 public:
  Backtracking(const EditTree& a, const EditTree& b, const EditCosts& costs,
               std::vector<EditCost> distances)
      : a_(a), b_(b), costs_(costs), distances_(std::move(distances)) {
    // A rename that costs more than a removal and an insertion is never the cheapest way.
    costs_.rename = std::min(costs.rename, costs.remove + costs.insert + 1);
  }

  std::vector<MappedPair> walk() {
    waiting_.push_back({a_.root(), b_.root()});
    while (!waiting_.empty()) {
      const auto [x, y] = waiting_.back();
      waiting_.pop_back();
      if (a_.ids[a_.shapes[x]] == b_.ids[b_.shapes[y]]) {
        for (std::uint32_t k = 0; k < a_.sizes[x]; ++k) map(x - k, y - k);
      } else {
        make_table(x, y);
        walk_table(x, y);
      }
    }
    std::ranges::sort(mapping_, {}, &MappedPair::element_a);
    return std::move(mapping_);
  }

 private:
  struct Positions {
    std::uint32_t a;
    std::uint32_t b;
  };

  void map(std::uint32_t x, std::uint32_t y) {
    mapping_.push_back({a_.elements[x], b_.elements[y]});
  }

  EditCost distance(std::uint32_t x, std::uint32_t y) const {
    return distances_[std::size_t{a_.shapes[x]} * b_.shape_count() + b_.shapes[y]];
  }

  EditCost rename(std::uint32_t x, std::uint32_t y) const {
    return a_.labels[x] == b_.labels[y] ? 0 : costs_.rename;
  }

  // The distance of the first i elements of the subtree of x and the first j of that of y.
  EditCost& cell(std::size_t i, std::size_t j) { return table_[i * stride_ + j]; }

  // Returns the value of the cell of elements x and y if x is mapped to y.
  EditCost match(std::uint32_t x, std::uint32_t y, std::uint32_t first_x, std::uint32_t first_y) {
    const std::uint32_t before_x = a_.leftmost(x) - first_x;
    const std::uint32_t before_y = b_.leftmost(y) - first_y;
    if (before_x == 0 && before_y == 0) return cell(x - first_x, y - first_y) + rename(x, y);
    return cell(before_x, before_y) + distance(x, y);
  }

  void make_table(std::uint32_t x, std::uint32_t y) {
    const std::uint32_t first_x = a_.leftmost(x);
    const std::uint32_t first_y = b_.leftmost(y);
    const std::size_t width = b_.sizes[y];
    stride_ = width + 1;
    table_.resize((a_.sizes[x] + 1) * stride_);
    for (std::size_t j = 0; j <= width; ++j) cell(0, j) = j * costs_.insert;
    for (std::uint32_t i = first_x; i <= x; ++i) {
      const std::size_t row = i - first_x + 1;
      cell(row, 0) = row * costs_.remove;
      for (std::uint32_t j = first_y; j <= y; ++j) {
        cell(row, j - first_y + 1) = match(i, j, first_x, first_y);
      }
      relax_row(&cell(row - 1, 1), &cell(row, 1), &cell(row, 1), width, cell(row, 0), costs_.remove,
                costs_.insert);
    }
  }

  void walk_table(std::uint32_t x, std::uint32_t y) {
    const std::uint32_t first_x = a_.leftmost(x);
    const std::uint32_t first_y = b_.leftmost(y);
    std::size_t i = a_.sizes[x];
    std::size_t j = b_.sizes[y];
    while (i > 0 && j > 0) {
      const EditCost here = cell(i, j);
      const auto at_x = static_cast<std::uint32_t>(first_x + i - 1);
      const auto at_y = static_cast<std::uint32_t>(first_y + j - 1);
      if (here == match(at_x, at_y, first_x, first_y)) {
        if (a_.leftmost(at_x) == first_x && b_.leftmost(at_y) == first_y) {
          map(at_x, at_y);
          --i;
          --j;
        } else {
          waiting_.push_back({at_x, at_y});
          i = a_.leftmost(at_x) - first_x;
          j = b_.leftmost(at_y) - first_y;
        }
      } else if (here == cell(i - 1, j) + costs_.remove) {
        --i;
      } else {
        --j;
      }
    }
  }

  const EditTree& a_;
  const EditTree& b_;
  EditCosts costs_;
  std::vector<EditCost> distances_;  // by shape of a, then of b
  std::vector<EditCost> table_;
  std::size_t stride_ = 0;
  std::vector<Positions> waiting_;
  std::vector<MappedPair> mapping_;
};

}  // namespace

std::vector<MappedPair> edit_mapping(const EditTree& a, const EditTree& b, const EditCosts& costs) {
  if (a.empty() || b.empty()) return {};
  std::vector<EditCost> distances;
  if (a.root_id() != b.root_id()) {
    const SidedPair pair(a, b);
    distances = all_subtree_distances(best_plan(pair, InnerPaths::kAny), pair, costs);
  }
  return Backtracking(a, b, costs, std::move(distances)).walk();
}

}  // namespace pagekin::ted
