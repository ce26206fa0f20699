// Finds the pages nearest to each page, exactly, by comparing every pair.
//
// Cost: every pair of different pages is compared twice, mostly against a threshold that
// rises as near pages are found.
#pragma once

#include <span>

#include "pagekin/core/progress.h"
#include "pagekin/graph/threshold_join.h"
#include "pagekin/measure/measure.h"

namespace pagekin::graph {

struct NearestOptions {
  int neighbours = 20;  // of each page; pages as near as the last of them are included
  unsigned threads = 0;
};

// Returns a graph of classes of equal pages, as in threshold_join.h, with similarities.
// Equal pages are the nearest to each other. An edge may be due to one of its ends only.
// Pages of similarity 0 are not near. `progress`, if not null, counts pairs. Throws
// Cancelled when the run is stopped.
SimilarPairs nearest_neighbours(const measure::Measure& measure,
                                std::span<const features::Features> pages,
                                const NearestOptions& options, Progress* progress = nullptr);

}  // namespace pagekin::graph
