// The common part of all joins of sets: for each set, a finder names candidates among the
// smaller sets, and these are compared.
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

// Returns by page the set or bag that the measure compares. The pages must outlive it.
std::vector<measure::SortedHashes> sets_of(const measure::SetMeasure& measure,
                                           std::span<const features::Features> pages);

// The values of the sets must outlive the result.
SetsToJoin sets_to_join(std::span<const measure::SortedHashes> sets, unsigned threads);

// Used by one thread at a time.
class Finder {
 public:
  virtual ~Finder() = default;

  // Looks among the sets from `first` up to `row`. Appends to `met`, each once, those that
  // must be compared with `row`, and rejects all others under a stage of its own. Sets
  // before `first` are too small. `needed` is set to the size of `row`.
  virtual void meet(std::uint32_t row, std::uint32_t first, const Needed& needed,
                    std::vector<std::uint32_t>& met, SettledPairs& settled) = 0;
};

// Stage 0 counts the sets that are too small, the last stage those that were compared. One
// finder is made for each thread. `progress`, if not null, counts pairs of classes. Throws
// Cancelled when the run is stopped, and Error like SettledPairs::add().
SimilarPairs join_sets(const SetsToJoin& all, const Needed& needed,
                       std::span<const VerdictStage> stages,
                       const std::function<std::unique_ptr<Finder>()>& make_finder,
                       const JoinOptions& options, Progress* progress);

}  // namespace pagekin::graph
