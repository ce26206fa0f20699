// A tree, seen from its left or its right side.
//
// From the right everything is mirrored: the last child is the first, and so on. Both sides use
// the same numbers for shapes, so distances found from one side hold for the other.
//
// Cost: O(n log n) time, 20 bytes an element and 12 a shape.
#pragma once

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
  std::vector<std::uint32_t> places;     // an occurrence; both sides have the same one
  std::vector<std::uint32_t> open_rows;  // see forest_rows.h
  // The length of a row of forest distances: the sum, over the different shapes that start a
  // path within the shape, itself included, of their elements plus one.
  std::vector<std::uint64_t> columns;

  std::uint32_t leftmost(std::uint32_t position) const { return position + 1 - sizes[position]; }
  std::uint32_t size_of(std::uint32_t shape) const { return sizes[places[shape]]; }
};

// For a non-empty tree.
SidedTree from_left(const EditTree& tree);
SidedTree from_right(const EditTree& tree);

}  // namespace pagekin::ted
