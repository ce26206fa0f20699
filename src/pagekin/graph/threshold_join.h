// All pairs of pages that are at least so similar, exactly, without comparing all pairs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "pagekin/core/neighbour_graph.h"
#include "pagekin/core/progress.h"
#include "pagekin/measure/measure.h"

namespace pagekin::graph {

// What one stage of the join did with the pairs that reached it.
struct StageCount {
  std::string_view name;
  bool compares = false;       // the pages themselves, at full cost
  std::uint64_t rejected = 0;  // pairs it found not similar
  std::uint64_t accepted = 0;  // pairs it found similar
};

// Equal pages stand for each other: a class is a set of equal pages, numbered by its
// first page. Every other edge of the pages is an edge of their classes.
struct SimilarPairs {
  NeighbourGraph graph;                    // of classes
  std::vector<std::uint32_t> class_of;     // by page
  std::vector<std::uint32_t> class_sizes;  // by class: pages
  std::uint64_t equal_pairs = 0;           // of pages in one class
  std::vector<StageCount> stages;          // of pairs of classes
  std::uint64_t pairs() const { return class_of.size() * (class_of.size() - 1) / 2; }
};

struct JoinOptions {
  double at_least = 0.85;  // see measure::reaches()
  bool exact = false;      // edges bear the similarity; else a lower bound of it will do
  unsigned threads = 0;
};

// `pages` are prepared by the measure, which must be symmetric. The result does not depend
// on the number of threads. `progress`, where given, counts pairs of classes. Throws
// Interrupted after Ctrl-C, Error where there are too many similar pairs to keep.
SimilarPairs threshold_join(const measure::Measure& measure,
                            std::span<const features::Features> pages, const JoinOptions& options,
                            Progress* progress = nullptr);

// The same by comparing every pair; for checks. `threads` as above.
SimilarPairs compare_all(const measure::Measure& measure, std::span<const features::Features> pages,
                         const JoinOptions& options, Progress* progress = nullptr);

}  // namespace pagekin::graph
