// A tree as paths down its left or its right side see it.
//
// From the right everything is mirrored: the last child is the first, and so on. Both
// sides number the same shapes, so what is found out from one side holds for the other.
//
// Cost: O(n log n) time, 20 bytes an element and 12 a shape.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/ted/edit_tree.h"

namespace pagekin::ted {

struct SidedTree {
  // By position in the postorder of this side.
  std::vector<std::uint32_t> labels;
  std::vector<std::uint32_t> sizes;
  std::vector<std::uint32_t> shapes;
  std::vector<std::uint32_t> opposite;    // the same element, seen from the other side
  std::vector<std::uint8_t> starts_path;  // not a first child
  // By shape.
  std::vector<std::uint32_t> places;     // an occurrence, the same one for both sides
  std::vector<std::uint32_t> open_rows;  // see forest_rows.h
  // Elements in the different shapes that start a path within the shape, itself among
  // them, and one for each: what one row of forest distances takes.
  std::vector<std::uint64_t> columns;

  std::uint32_t leftmost(std::uint32_t position) const { return position + 1 - sizes[position]; }
  std::uint32_t size_of(std::uint32_t shape) const { return sizes[places[shape]]; }
};

// Of a tree that is not empty.
SidedTree from_left(const EditTree& tree);
SidedTree from_right(const EditTree& tree);

}  // namespace pagekin::ted
