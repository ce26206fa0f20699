// Finds all pairs of pages whose sets or bags reach a similarity, exactly, and compares
// only pairs that have a rare value in common.
//
// Equal sets are one class. Values that occur in the same sets are one group (see
// grouped_sets.h). For each set, its groups are looked up, the rarest first, in lists of
// the smaller sets that contain them. The lookup stops when the remaining groups are not
// heavy enough to make a pair similar by themselves: every similar set was met before. The
// lists contain only sets in which the group is such a leading group. A pair is dropped as
// soon as the rest of either set cannot suffice; otherwise its common weight is computed.
//
// Source: Chaudhuri, Ganti, Kaushik: A Primitive Operator for Similarity Joins in Data
// Cleaning, ICDE 2006 (leading values: prefix filter); Xiao, Wang, Lin, Yu: Efficient
// Similarity Joins for Near Duplicate Detection, WWW 2008 (the rest: position filter).
// Using weights of groups instead of counts is ours.
// Cost: time O(n) to group all values, then one step for each pair and leading group that
// it shares, then O(groups) for each remaining pair. Memory at most 16 bytes for each group
// of a set, 12 for each edge; 4 for each set or group and thread.
// Limits: with a low threshold most groups are leading ones, and all pairs may be compared.
#pragma once

#include <span>

#include "pagekin/core/progress.h"
#include "pagekin/graph/threshold_join.h"
#include "pagekin/measure/set_measure.h"

namespace pagekin::graph {

// Like threshold_join(). The threshold must be above the similarity of sets without a
// common value. Edges have exact similarities.
SimilarPairs set_join(const measure::SetMeasure& measure, std::span<const features::Features> pages,
                      const JoinOptions& options, Progress* progress = nullptr);

// Does so for sets or bags that belong to no page. They must outlive the call.
SimilarPairs set_join(measure::Overlap overlap, std::span<const measure::SortedHashes> sets,
                      const JoinOptions& options, Progress* progress = nullptr);

}  // namespace pagekin::graph
