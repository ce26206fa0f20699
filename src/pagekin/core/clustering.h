// The result of every method: one label per page.
//
// Labels are 0, 1, 2, ... in the order in which clusters first appear, so equal
// partitions have equal label vectors; kLeftOut marks a page in no cluster.
// The numbering users see (from 1, by falling size) is made at output.
#pragma once

#include <vector>

namespace pagekin {

constexpr int kLeftOut = -1;

struct Clustering {
  std::vector<int> labels;
  int cluster_count = 0;

  friend bool operator==(const Clustering&, const Clustering&) = default;
};

// Renumbers arbitrary labels (negative: left out) into the canonical form above.
Clustering canonical(std::vector<int> labels);

// For each cluster of `clustering` the number users see: from 1 by falling size,
// ties by the first page's position.
std::vector<int> numbers_by_size(const Clustering& clustering);

}  // namespace pagekin
