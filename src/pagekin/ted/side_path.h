// One step along the left side of a tree: the distances of all subtrees on the path to
// all subtrees of another tree. Along the right side it is the same in mirrored trees.
//
// Forests of the path's tree are the first 1, 2, ... elements in postorder: a row each.
// Forests of the other tree are the same of each of its subtrees that is no first child
// (or is the whole), equal ones once: a group of columns each. The distance d of forests
// ending in elements i and j, whose subtrees begin after forests i' and j', is
//
//     min(d(i - 1, j) + remove, d(i, j - 1) + insert, d(i', j') + distance of subtrees i, j)
//
// and where both i' and j' are empty, so that the forests are the subtrees themselves,
// the last is d(i - 1, j - 1) + rename.
//
// Source: Zhang, Shasha: Simple Fast Algorithms for the Editing Distance between Trees and
// Related Problems, SIAM J. Comput. 18, 1989.
// Cost: time O(rows * columns); memory for as many rows as are open at a time (see
// forest_rows.h) and 8 bytes a column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/ted/forest_rows.h"
#include "pagekin/ted/sided_tree.h"
#include "pagekin/ted/subtree_table.h"

namespace pagekin::ted {

struct ForestColumns {
  struct Column {
    std::uint32_t before_subtree;  // the column of the forest before the element's subtree
    std::uint32_t shape;
  };
  // A subtree: a column for the empty forest, then one for each element.
  struct Group {
    std::uint32_t begin;
    std::uint32_t end;
    std::uint32_t path_end;  // in `path`, after those of this group
  };
  // An element on the left side of its group's subtree.
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

// From the shape of `tree` down its side. `known` has been started for columns.shapes.
template <class Cell>
void follow_side(const SidedTree& tree, std::uint32_t shape, const ForestColumns& columns,
                 const StepCosts<Cell>& costs, ForestRows<Cell>& rows, KnownDistances<Cell>& known);

}  // namespace pagekin::ted
