// What all joins on sets have in common: each set meets smaller ones that a finder names,
// and those are compared.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "pagekin/core/progress.h"
#include "pagekin/core/verdicts.h"
#include "pagekin/graph/grouped_sets.h"
#include "pagekin/graph/page_classes.h"
#include "pagekin/graph/settled_pairs.h"
#include "pagekin/graph/sized_sets.h"
#include "pagekin/measure/set_measure.h"

namespace pagekin::graph {

struct SetsToJoin {
  PageClasses classes;  // of equal sets
  SizedSets sets;
  GroupedSets grouped;  // the same sets
};

// By page: the set or bag that the measure compares. The pages must stay.
std::vector<measure::SortedHashes> sets_of(const measure::SetMeasure& measure,
                                           std::span<const features::Features> pages);

// The values of the sets must stay.
SetsToJoin sets_to_join(std::span<const measure::SortedHashes> sets, unsigned threads);

// Used by one thread at a time.
class Finder {
 public:
  virtual ~Finder() = default;

  // Of the sets from `first` on up to `row`, appends to `met` those that are to be compared
  // with it, each once, and rejects all others by a stage of its own. The smaller ones are
  // out of reach. `needed` is for the size of the row.
  virtual void meet(std::uint32_t row, std::uint32_t first, const Needed& needed,
                    std::vector<std::uint32_t>& met, SettledPairs& settled) = 0;
};

// Stage 0 is of sets too small for each other, the last one of those compared. A finder is
// made for each thread. `progress`, where given, counts pairs of classes. Throws
// Cancelled when the run is stopped, Error as SettledPairs::add().
SimilarPairs join_sets(const SetsToJoin& all, const Needed& needed,
                       std::span<const VerdictStage> stages,
                       const std::function<std::unique_ptr<Finder>()>& make_finder,
                       const JoinOptions& options, Progress* progress);

}  // namespace pagekin::graph
