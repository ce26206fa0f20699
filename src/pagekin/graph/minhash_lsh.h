// Pairs of pages whose sets or bags are at least so similar, by MinHash: almost all of them,
// and no others.
//
// Equal sets are one class. The others get a signature (see sketch/minhash.h), whose entries
// are cut into bands. Sets that agree in a band are compared, once; all similarities are
// those of the measure. Bands are as wide as they can be if pairs at the threshold are to be
// found with a probability of 99.9 %; more similar ones are found more surely. A threshold of
// another kind than Jaccard's counts as the least Jaccard similarity that it allows:
//
//   jaccard t    dice and share_of_larger t / (2 - t)    binary_cosine t^2
//
// Source: Indyk, Motwani: Approximate Nearest Neighbors: Towards Removing the Curse of
// Dimensionality, STOC 1998; Leskovec, Rajaraman, Ullman: Mining of Massive Datasets (bands).
// Cost: O(n) to group all values and to sign all sets, then one step a pair and band in which
// it meets, then O(groups) a pair that met. Memory 8 bytes a group of a set, 8 a set and band,
// 12 an edge; 4 a group and thread.
// Limits: where no bands make that probable, as for thresholds below about 0.03, the join is
// exact (see set_join.h).
#pragma once

#include <span>

#include "pagekin/core/progress.h"
#include "pagekin/graph/threshold_join.h"
#include "pagekin/measure/set_measure.h"

namespace pagekin::graph {

// The least Jaccard similarity of two sets that are `at_least` so similar.
double least_jaccard(measure::Overlap overlap, double at_least);

// As set_join(), but for pairs that are missed. The same pairs for any number of threads and
// any order of pages.
SimilarPairs minhash_lsh(const measure::SetMeasure& measure,
                         std::span<const features::Features> pages, const JoinOptions& options,
                         Progress* progress = nullptr);

}  // namespace pagekin::graph
