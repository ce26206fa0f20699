// All pairs of pages whose sets or bags are at least so similar, exactly, meeting only
// those that have a rare value in common.
//
// Equal sets are one class. Values that occur in the same sets are one group (see
// grouped_sets.h). The groups of a set are looked up from the rarest on in lists of the
// smaller sets that they are in, for as long as the rest of the set is heavy enough to make
// a similar pair by itself: a similar set must have been met by then. The lists are kept of
// such leading groups only. A pair that was met is dropped when what is left of either set
// cannot suffice, and counted to the end otherwise.
//
// Source: Chaudhuri, Ganti, Kaushik: A Primitive Operator for Similarity Joins in Data
// Cleaning, ICDE 2006 (leading values); Xiao, Wang, Lin, Yu: Efficient Similarity Joins for
// Near Duplicate Detection, WWW 2008 (what is left). Weights in the place of counts, because
// of the groups, are ours.
// Cost: O(n) to group all values, then one step a pair and leading group that it shares, then
// O(groups) a pair that is counted. Memory at most 16 bytes a group of a set, 12 an edge; 4 a
// set or group and thread.
// Limits: a low threshold makes most groups leading ones, and all pairs may meet.
#pragma once

#include <span>

#include "pagekin/core/progress.h"
#include "pagekin/graph/threshold_join.h"
#include "pagekin/measure/set_measure.h"

namespace pagekin::graph {

// As threshold_join(). The threshold must be more than sets without a common value reach.
// Edges bear the similarity.
SimilarPairs set_join(const measure::SetMeasure& measure, std::span<const features::Features> pages,
                      const JoinOptions& options, Progress* progress = nullptr);

// Does so for sets or bags that belong to no page. They must stay.
SimilarPairs set_join(measure::Overlap overlap, std::span<const measure::SortedHashes> sets,
                      const JoinOptions& options, Progress* progress = nullptr);

}  // namespace pagekin::graph
