// Finds all pairs of pages that reach a similarity, exactly, without comparing all pairs.
//
// Equal pages are joined once. For measures of sets see set_join.h. For other measures,
// pages are sorted by the weight that the measure gives them, so that each page meets only
// pages that are not too heavy for it; the measure decides most of these pairs by bounds
// (see core/verdicts.h).
//
// Cost: one verdict for each pair of different pages within reach; memory 12 bytes a
// similar pair and, for the graph, 16 more.
// Limits: as exact as the measure; a measure that meets a limit of its own reports it in
// the stages.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "pagekin/core/neighbour_graph.h"
#include "pagekin/core/progress.h"
#include "pagekin/measure/measure.h"
#include "pagekin/measure/overlap.h"

namespace pagekin::graph {

// What one stage of the join did with the pairs that reached it.
struct StageCount {
  std::string_view name;
  bool compares = false;       // whether it compares the pages themselves, at full cost
  std::uint64_t rejected = 0;  // pairs it found not similar
  std::uint64_t accepted = 0;  // pairs it found similar
  friend bool operator==(const StageCount&, const StageCount&) = default;
};

// Similar pairs of pages. A class is a set of equal pages, numbered by its first page. The
// graph has an edge for two similar classes, that is, for all pairs of their pages.
struct SimilarPairs {
  NeighbourGraph graph;                    // of classes
  std::vector<std::uint32_t> class_of;     // by page
  std::vector<std::uint32_t> class_sizes;  // by class: number of pages
  std::uint64_t equal_pairs = 0;           // pairs of pages in one class
  std::vector<StageCount> stages;          // of pairs of classes

  std::uint64_t pairs() const {
    const std::uint64_t pages = class_of.size();
    return pages == 0 ? 0 : pages * (pages - 1) / 2;
  }
  std::uint64_t similar_pairs() const;  // pairs of pages, equal ones included
};

// How similar pairs are searched: all of them or, only for measures of sets, almost all
// (see minhash_lsh.h).
enum class Search : std::uint8_t { kExact, kLsh };

// `word` is "exact" or "lsh".
inline Search search_by(std::string_view word) {
  return word == "lsh" ? Search::kLsh : Search::kExact;
}

struct JoinOptions {
  double at_least = 0.85;  // above 0; see measure::reaches()
  bool exact = false;      // edges have exact similarities; otherwise lower bounds suffice
  unsigned threads = 0;
  std::uint64_t most_edges = std::uint64_t{1} << 30;  // between classes
  Search search = Search::kExact;
};

// Throws OptionError for a measure that cannot be searched in this way, and names those
// that can.
void check_search(const measure::Measure& measure, Search search);

// `pages` are prepared by the measure, which must be symmetric. The result does not depend
// on the number of threads. `progress`, if not null, counts pairs of classes. Throws
// Cancelled when the run is stopped, and Error if there are too many similar pairs or if
// the measure cannot be searched in this way.
SimilarPairs threshold_join(const measure::Measure& measure,
                            std::span<const features::Features> pages, const JoinOptions& options,
                            Progress* progress = nullptr);

// Finds the same pairs by comparing every pair of pages, each page a class of its own; for
// checks.
SimilarPairs compare_all(const measure::Measure& measure, std::span<const features::Features> pages,
                         const JoinOptions& options, Progress* progress = nullptr);

// Compares every pair of sets or bags in the same way.
SimilarPairs compare_all(measure::Overlap overlap, std::span<const measure::SortedHashes> sets,
                         const JoinOptions& options, Progress* progress = nullptr);

// The first pair of pages that is in one of the two results only or, if `similarities`
// count, that has different similarities. Similarity 0: not in the result.
struct PairDifference {
  PageId a = 0;
  PageId b = 0;
  float first = 0;
  float second = 0;
  friend bool operator==(const PairDifference&, const PairDifference&) = default;
};
std::optional<PairDifference> first_difference(const SimilarPairs& first,
                                               const SimilarPairs& second, bool similarities);

}  // namespace pagekin::graph
