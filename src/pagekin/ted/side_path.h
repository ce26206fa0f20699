// One step along the left side of a tree: the distances of all subtrees on the path to all
// subtrees of another tree. A step along the right side works on the mirrored trees.
//
// The forests of the tree with the path are its first 1, 2, ... elements in postorder, a row
// each. The other tree has a group of columns for itself and for each of its subtrees that is
// not a first child, equal ones once; the columns of a group are the first 1, 2, ... elements of
// the subtree. The distance d of forests ending in elements i and j, whose subtrees begin after
// forests i' and j', is
//
//     min(d(i - 1, j) + remove, d(i, j - 1) + insert, d(i', j') + distance of subtrees i, j)
//
// If both i' and j' are empty, the forests are the subtrees themselves, and the last term is
// d(i - 1, j - 1) + rename.
//
// Source: Zhang, Shasha: Simple Fast Algorithms for the Editing Distance between Trees and
// Related Problems, SIAM J. Comput. 18, 1989.
// Cost: time O(rows * columns); memory for the open rows (see forest_rows.h) and 8 bytes a
// column.
#pragma once

#include <cstdint>
#include <vector>

#include "pagekin/ted/forest_rows.h"
#include "pagekin/ted/sided_tree.h"
#include "pagekin/ted/subtree_table.h"

namespace pagekin::ted {

struct SideColumns {
  struct Column {
    std::uint32_t before_subtree;  // the column of the forest before the element's subtree
    std::uint32_t shape;
  };
  // A subtree: a column for the empty forest, then one for each element.
  struct Group {
    std::uint32_t begin;
    std::uint32_t end;
    std::uint32_t path_end;  // in `path`, after the last entry of this group
  };
  // An element on the left side of the subtree of its group.
  struct OnPath {
    std::uint32_t column;
    std::uint32_t shape;
    std::uint32_t label;
  };

  std::vector<Column> columns;
  std::vector<Group> groups;  // from small to large shapes
  std::vector<OnPath> path;
  std::vector<std::uint32_t> shapes;  // all that occur

  void make(const SidedTree& tree, std::uint32_t shape);
};

// Carries out the step from a shape of `tree` down its side. `known` has been started for
// columns.shapes.
template <class Cell>
void follow_side(const SidedTree& tree, std::uint32_t shape, const SideColumns& columns,
                 const StepCosts<Cell>& costs, ForestRows<Cell>& rows, KnownDistances<Cell>& known);

}  // namespace pagekin::ted
