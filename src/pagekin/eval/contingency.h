// The contingency table of templates and clusters, from which all scores are computed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pagekin::eval {

// A sparse table: memory depends on the number of pages, not on templates x clusters.
//
// A page that was left out of every cluster has a column of its own: it shares no cluster with any
// page, so it lowers recall and completeness and does not affect other pages. These columns come
// last and do not count in cluster_count().
struct Contingency {
  struct Cell {
    std::uint32_t row = 0;     // template
    std::uint32_t column = 0;  // cluster, or left-out page
    std::uint64_t count = 0;   // > 0
  };

  std::vector<Cell> cells;                    // by row, then column
  std::vector<std::uint64_t> template_sizes;  // sum of each row
  std::vector<std::uint64_t> cluster_sizes;   // sum of each column
  std::vector<int> template_labels;           // of each row, ascending
  std::vector<int> cluster_labels;            // of the first cluster_count() columns, ascending
  std::uint64_t pages = 0;                    // that have a template: the sum of all cells
  std::uint64_t unlabelled = 0;               // pages without a template; they are in no cell

  std::size_t cluster_count() const { return cluster_labels.size(); }
  std::size_t left_out() const { return cluster_sizes.size() - cluster_labels.size(); }
};

// Entry i of both spans is about page i; labels may be any numbers. A negative template means that
// the page has no label, a negative cluster that it was left out (kLeftOut). Both spans have the
// same length, below 2^32.
// Cost: O(n log n).
Contingency tabulate(std::span<const int> templates, std::span<const int> clusters);

}  // namespace pagekin::eval
