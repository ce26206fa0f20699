// The similarity of every pair of pages, on several cores.
#pragma once

#include <span>

#include "pagekin/core/progress.h"
#include "pagekin/core/similarity_matrix.h"
#include "pagekin/measure/measure.h"

namespace pagekin::measure {

// Returns the similarities of all pairs. The measure has prepared the pages. The result does
// not depend on the number of threads (0: one per core). `progress` counts pairs; it may be
// null. Throws Cancelled when the run is stopped.
SimilarityMatrix all_pairs(const Measure& measure, std::span<const Features> pages,
                           unsigned threads = 0, Progress* progress = nullptr);

}  // namespace pagekin::measure
