// The rows of a picture of a hierarchy, from top to bottom.
//
// Larger branches lie above smaller ones, equally large ones in the order of their first pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/core/dendrogram.h"

namespace pagekin::report {

// The numbers of the pages and merges that no merge joins, the largest first.
std::vector<std::uint32_t> roots_of(const Dendrogram& dendrogram);

struct DendrogramRows {
  std::vector<std::uint32_t> rows;  // numbers of pages, and of merges that are drawn as one row
  // By number: the position of a page or merge, in rows from the top. Negative: it is part of a
  // row, or left out.
  std::vector<double> places;
  std::vector<std::uint32_t> roots;        // that are drawn
  std::size_t left_out = 0;                // the smallest roots, if there is no room for them
  std::size_t left_out_pages = 0;          // in these
  std::vector<std::uint32_t> first_pages;  // by number: its first page
};

// Returns at most `most` rows. A row is a page if there is room for all pages; else a cluster that
// the first `made` merges make; else what further merges make of these. If the roots are still too
// many, the largest are shown.
DendrogramRows rows_of(const Dendrogram& dendrogram, std::size_t made, std::size_t most);

}  // namespace pagekin::report
