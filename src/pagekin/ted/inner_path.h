// One step along any path of a tree: the distances of all subtrees on the path to all
// subtrees of another tree.
//
// The path's tree is built up from the path's leaf: at each element of the path first
// what hangs left of the path is added, element by element at the left end of the forest,
// then what hangs right of it at the right end, then the element itself. All forests of
// the other tree that taking away elements from the left and right ends can leave are
// compared with each of these: a forest from element l to element r is what does not come
// before l in document order nor after r in postorder.
//
// Elements that are added left need only forests with the same r, so that one r after the
// other can be gone through as in a table of Zhang and Shasha; only the distances of the
// last forest are kept for all (l, r). Elements that are added right are the same in
// mirrored trees, with the table turned.
//
// Source: Demaine, Mozes, Rossman, Weimann: An Optimal Decomposition Algorithm for Tree
// Edit Distance, ACM Trans. Algorithms 6, 2009; the order that saves memory is that of
// Pawlik, Augsten: Efficient Computation of the Tree Edit Distance, ACM Trans. Database
// Syst. 40, 2015.
// Cost: with m elements in the path's tree and n in the other time O(m n^2), memory
// n^2 cells, and n for each row that is open at a time (see forest_rows.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/ted/forest_rows.h"
#include "pagekin/ted/side_path.h"
#include "pagekin/ted/sided_tree.h"
#include "pagekin/ted/subtree_table.h"

namespace pagekin::ted {

// The other tree, from one side. Elements are in the postorder of this side.
struct InnerColumns {
  // By element: its number in the reverse of document order, from 1. As columns of a row,
  // such numbers stand for the forest that begins with the element; 0 for the empty one.
  std::vector<std::uint32_t> column;
  std::vector<std::uint32_t> parent;  // by element; one after the last for the root
  std::vector<std::uint32_t> label;   // by element
  std::vector<ForestColumns::Column> columns;

  std::uint32_t size() const { return static_cast<std::uint32_t>(column.size()); }
  bool is_leaf(std::uint32_t element) const {
    const std::uint32_t at = column[element];
    return columns[at].before_subtree + 1 == at;
  }
  // Where the element is its parent's last child, the column of the forest of all
  // children; else 0.
  std::uint32_t children_of_parent(std::uint32_t element) const {
    const std::uint32_t next = element + 1;
    return next < size() && parent[element] == next ? column[next] - 1 : 0;
  }

  void make(const SidedTree& side, const SidedTree& opposite, std::uint32_t shape);
};

// A tree that a path is in.
struct PathTree {
  const SidedTree& left;
  const SidedTree& right;
  std::span<const std::uint32_t> path;  // positions from the left, root to leaf
};

template <class Cell>
class InnerPath {
 public:
  // `known` has been started for all shapes of the other tree, which is `left` from the
  // left and `right` from the right.
  void follow(const PathTree& tree, const InnerColumns& left, const InnerColumns& right,
              const StepCosts<Cell>& costs, ForestRows<Cell>& rows, KnownDistances<Cell>& known);

 private:
  void compare_with_nothing(const InnerColumns& columns, const StepCosts<Cell>& costs);
  void turn(std::uint32_t size);
  // At the left end, elements [begin, end) of the postorder from the right.
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
  std::vector<Cell> below_;            // by row: the distance to the forest of r's children
  std::vector<std::uint32_t> counts_;  // by l: elements of the forest to r
};

}  // namespace pagekin::ted
