// Which clusters of a hierarchy a picture shows, and where: the rows from top to bottom.
//
// Larger branches lie above smaller ones, equally large ones in the order of their first
// pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/core/dendrogram.h"

namespace pagekin::report {

// The numbers of those that nothing joins, largest first.
std::vector<std::uint32_t> roots_of(const Dendrogram& dendrogram);

struct DendrogramRows {
  std::vector<std::uint32_t> rows;  // numbers of pages, and of merges drawn as one
  // Where each cluster that is drawn is, in rows from the top; by number. Negative: it is
  // part of a row, or left out.
  std::vector<double> places;
  std::vector<std::uint32_t> roots;        // that are drawn
  std::size_t left_out = 0;                // roots there is no room for, the smallest
  std::size_t left_out_pages = 0;          // in these
  std::vector<std::uint32_t> first_pages;  // by number: of its pages the first
};

// With at most `most` rows: every page if there are no more of them. Else the clusters
// that the first `made` merges make; else, if these are still too many, what further merges
// make of them; else the largest.
DendrogramRows rows_of(const Dendrogram& dendrogram, std::size_t made, std::size_t most);

}  // namespace pagekin::report
