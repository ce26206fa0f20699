// The similarities of the pages of a run: all pairs, or those at or above a threshold.
//
// Methods get similarities only from here, so that several methods, or one with several
// settings, can share the work of comparing.
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
  // kOnce: each question is answered with as little work as possible. kOften: the first
  // question compares all pairs, and the others are answered from that (4 bytes a pair are
  // kept).
  enum class Asked { kOnce, kOften };

  // `pages` are prepared by the measure; both must outlive this object. The answers do not
  // depend on the number of threads (0: one per core). `progress`, if not null, counts
  // pairs.
  Similarities(const measure::Measure& measure, std::span<const features::Features> pages,
               unsigned threads = 0, Progress* progress = nullptr, Asked asked = Asked::kOnce);

  const measure::Measure& measure() const { return *measure_; }
  std::span<const features::Features> pages() const { return pages_; }
  unsigned threads() const { return threads_; }
  Progress* progress() const { return progress_; }

  // Returns the similarity of every pair. Throws Cancelled when the run is stopped.
  SimilarityMatrix matrix();

  // Returns the pairs at or above options.at_least, as in threshold_join.h, with the number
  // of threads given above. If all pairs are known already, each page is a class of its
  // own. An inexact search is done anew each time.
  SimilarPairs join(JoinOptions options);

  // Returns the pages nearest to each page, as in nearest_neighbours.h; otherwise like
  // join().
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
