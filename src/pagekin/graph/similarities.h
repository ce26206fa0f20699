// How similar the pages of a run are: all pairs, or those at or above a threshold.
//
// Methods ask here for what they need of the pages, so that several of them, or one with
// several settings, can have the work of comparing done once.
#pragma once

#include <optional>
#include <span>

#include "pagekin/core/progress.h"
#include "pagekin/core/similarity_matrix.h"
#include "pagekin/graph/threshold_join.h"
#include "pagekin/measure/measure.h"

namespace pagekin::graph {

class Similarities {
 public:
  // Once: each question is answered with no more work than it takes. Often: the first one
  // compares all pairs, and that answers the others (4 bytes a pair are kept).
  enum class Asked { kOnce, kOften };

  // `pages` are prepared by the measure; both stay. The answers do not depend on the number
  // of threads (0: one per core). `progress`, where given, counts pairs.
  Similarities(const measure::Measure& measure, std::span<const features::Features> pages,
               unsigned threads = 0, Progress* progress = nullptr, Asked asked = Asked::kOnce);

  const measure::Measure& measure() const { return *measure_; }
  std::span<const features::Features> pages() const { return pages_; }
  unsigned threads() const { return threads_; }
  Progress* progress() const { return progress_; }

  // The similarity of every pair. Throws Cancelled when the run is stopped.
  SimilarityMatrix matrix();

  // The pairs at or above options.at_least, as in threshold_join.h; the number of threads
  // is that given above. Where the pairs are known already, each page is a class of its own;
  // what is not to be searched exactly is searched each time.
  SimilarPairs join(JoinOptions options);

  // The pages nearest to each page, as in nearest_neighbours.h; otherwise as join().
  SimilarPairs nearest(int neighbours);

 private:
  const SimilarityMatrix& kept();

  const measure::Measure* measure_;
  std::span<const features::Features> pages_;
  unsigned threads_;
  Progress* progress_;
  Asked asked_;
  std::optional<SimilarityMatrix> matrix_;
};

}  // namespace pagekin::graph
