// Lays the pages of a template over each other: learns its PlaceTree.
//
// From the root down, the children of a place are distinguished, tag by tag:
//   - cells of tables by their header if a fifth of the pages have it, else by their column; cells
//     without headers that are all alike and hold several elements are cards of a grid: one place;
//   - tables, lists and blocks that are not in rows by the heading before them or with which they
//     begin, else tables by their headers;
//   - rows of a label and its value by the label;
//   - all others by class names: sets of names that occur once in 40 % of the parents, then the
//   name
//     that most parents have, then the one that most of the rest have, and so on. A kind whose
//     elements have the shape of repeated ones is the same kind (first, last, marked rows). In
//     rows, kinds that never occur together and whose names begin alike are one cell in two states.
//   - In rows, a fixed number of 2 to 8 equal children are places of their own.
//
// Cost: time O(elements * class names), and the children of a place times the class names that tell
// them apart, at most 200 and fewer where there are many children; memory of one number an element.
// Limits: 60,000 places, 60 levels.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/rows/place_tree.h"

namespace pagekin::rows {

// An element of one of the pages.
struct Occurrence {
  std::uint32_t page = 0;
  std::uint32_t element = 0;
};

struct MergedPages {
  PlaceTree tree;
  std::vector<std::vector<Occurrence>> occurrences;  // by place, in the order of pages
  std::vector<std::vector<std::uint32_t>> places;    // by page and element; kNone: none
};

MergedPages merge_pages(std::span<const RowPage* const> pages);

}  // namespace pagekin::rows
