// How many marks two sets have in common.
#pragma once

#include <cstddef>

#include "pagekin/templates/recurring_marks.h"

namespace pagekin::templates {

// Returns the Jaccard similarity: the share of all marks that both sets have; 1 for two
// empty sets. Cost: time O(a + b).
inline double mark_overlap(MarkSet a, MarkSet b) {
  std::size_t common = 0;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (*i < *j) {
      ++i;
    } else if (*j < *i) {
      ++j;
    } else {
      ++common;
      ++i;
      ++j;
    }
  }
  const std::size_t all = a.size() + b.size() - common;
  return all == 0 ? 1 : static_cast<double>(common) / static_cast<double>(all);
}

}  // namespace pagekin::templates
