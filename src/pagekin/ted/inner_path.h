// One step along any path of a tree: the distances of all subtrees on the path to all
// subtrees of another tree.
//
// The tree with the path is built up from the leaf of the path. At each element of the path,
// the elements to the left of the path are added first, one by one at the left end of the
// forest; then those to the right, at the right end; then the element itself. Each of these
// forests is compared with all forests of the other tree that removing elements from the left
// and the right end can leave. A forest from element l to element r has the elements that do
// not come before l in document order and do not come after r in postorder.
//
// An element that is added on the left needs only forests with the same r. So one r is done
// after the other, as in a table of Zhang and Shasha, and only the distances of the last forest
// are kept for all (l, r). Elements on the right are added in the same way to the mirrored
// trees, with the table transposed.
//
// Source: Demaine, Mozes, Rossman, Weimann: An Optimal Decomposition Algorithm for Tree
// Edit Distance, ACM Trans. Algorithms 6, 2009; the order that saves memory is that of
// Pawlik, Augsten: Efficient Computation of the Tree Edit Distance, ACM Trans. Database
// Syst. 40, 2015.
// Cost: with m elements in the tree with the path and n in the other: time O(m n^2); memory
// n^2 cells, and n cells for each open row (see forest_rows.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/ted/forest_rows.h"
#include "pagekin/ted/side_path.h"
#include "pagekin/ted/sided_tree.h"
#include "pagekin/ted/subtree_table.h"

namespace pagekin::ted {

// The other tree, seen from one side. Elements are in the postorder of this side.
struct InnerColumns {
  // By element: its number in the reverse of document order, from 1. As a column of a row, such
  // a number stands for the forest that begins with the element, and 0 for the empty forest.
  std::vector<std::uint32_t> column;
  std::vector<std::uint32_t> parent;  // by element; size() for the root
  std::vector<std::uint32_t> label;   // by element
  std::vector<SideColumns::Column> columns;

  std::uint32_t size() const { return static_cast<std::uint32_t>(column.size()); }
  bool is_leaf(std::uint32_t element) const {
    const std::uint32_t at = column[element];
    return columns[at].before_subtree + 1 == at;
  }
  // If the element is the last child of its parent, the column of the forest of all children;
  // else 0.
  std::uint32_t children_of_parent(std::uint32_t element) const {
    const std::uint32_t next = element + 1;
    return next < size() && parent[element] == next ? column[next] - 1 : 0;
  }

  void make(const SidedTree& side, const SidedTree& opposite, std::uint32_t shape);
};

// The tree with the path.
struct PathTree {
  const SidedTree& left;
  const SidedTree& right;
  std::span<const std::uint32_t> path;  // positions from the left, root to leaf
};

template <class Cell>
class InnerPath {
 public:
  // Carries out the step. `known` has been started for all shapes of the other tree. `left` and
  // `right` are the other tree, seen from both sides.
  void follow(const PathTree& tree, const InnerColumns& left, const InnerColumns& right,
              const StepCosts<Cell>& costs, ForestRows<Cell>& rows, KnownDistances<Cell>& known);

 private:
  void compare_with_nothing(const InnerColumns& columns, const StepCosts<Cell>& costs);
  void turn(std::uint32_t size);
  // Adds at the left end the elements [begin, end) of the postorder from the right.
  void add_hanging(const SidedTree& tree, std::uint32_t begin, std::uint32_t end,
                   const InnerColumns& columns, const StepCosts<Cell>& costs,
                   ForestRows<Cell>& rows, KnownDistances<Cell>& known);
  void add_on_path(std::uint32_t shape, std::uint32_t label, const InnerColumns& columns,
                   const StepCosts<Cell>& costs, ForestRows<Cell>& rows,
                   KnownDistances<Cell>& known);
  void start_row(const InnerColumns& columns, std::uint32_t r, ForestRows<Cell>& rows);
  void finish_rows(const InnerColumns& columns, std::uint32_t r, const Cell* last);
  Cell removed(std::uint32_t elements, const StepCosts<Cell>& costs) const {
    return static_cast<Cell>(elements * costs.remove);
  }

  std::uint32_t built_ = 0;            // elements of the forest so far
  std::vector<Cell> table_;            // its distances: by r, then by l
  std::vector<Cell> below_;            // by row: the distance to the forest of the children of r
  std::vector<std::uint32_t> counts_;  // by l: elements of the forest to r
};

}  // namespace pagekin::ted
