// How many pages of each template lie in each cluster: all that a score needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pagekin::eval {

// Only cells that hold pages are kept, so memory follows pages, not
// templates x clusters.
//
// A page that was left out of every cluster has a column of its own: it shares no
// cluster with any page, so it lowers recall and completeness and is never an
// error of its neighbours. These columns come last and are not in cluster_count.
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
  std::uint64_t pages = 0;                    // with a template: the sum of all cells
  std::uint64_t unlabelled = 0;               // pages without a template; in no cell

  std::size_t cluster_count() const { return cluster_labels.size(); }
  std::size_t left_out() const { return cluster_sizes.size() - cluster_labels.size(); }
};

// Entry i of both spans is page i; any numbers will do as labels. A negative
// template means that the page has no label, a negative cluster that it was left
// out (kLeftOut). The spans have one length, below 2^32.
// Cost: O(n log n).
Contingency tabulate(std::span<const int> templates, std::span<const int> clusters);

}  // namespace pagekin::eval
