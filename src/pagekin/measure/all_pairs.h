// The similarity of every pair of pages, on several cores.
#pragma once

#include <span>

#include "pagekin/core/progress.h"
#include "pagekin/core/similarity_matrix.h"
#include "pagekin/measure/measure.h"

namespace pagekin::measure {

// `pages` are prepared by the measure. The result does not depend on the number of
// threads (0: one per core). `progress`, where given, counts pairs. Throws
// Cancelled when the run is stopped.
SimilarityMatrix all_pairs(const Measure& measure, std::span<const Features> pages,
                           unsigned threads = 0, Progress* progress = nullptr);

}  // namespace pagekin::measure
