// How many marks two sets have in common.
#pragma once

#include <cstddef>

#include "pagekin/core/sorted.h"
#include "pagekin/templates/recurring_marks.h"

namespace pagekin::templates {

// Returns the Jaccard similarity: the share of all marks that both sets have; 1 for two
// empty sets. Cost: time O(a + b).
inline double mark_overlap(MarkSet a, MarkSet b) {
  const std::size_t common = count_common(a, b);
  const std::size_t all = a.size() + b.size() - common;
  return all == 0 ? 1 : static_cast<double>(common) / static_cast<double>(all);
}

}  // namespace pagekin::templates
