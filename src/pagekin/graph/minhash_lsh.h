// Finds the pairs of pages whose sets or bags reach a similarity, by MinHash: almost all of
// these pairs, and no others.
//
// Equal sets are one class. The others get a signature (see sketch/minhash.h), whose
// entries are divided into bands. Sets that agree in a band are compared once; all
// similarities are those of the measure. Bands are as wide as possible while pairs at the
// threshold are found with a probability of 99.9 %; more similar pairs are found with a
// higher one. A threshold that is not a Jaccard similarity is converted to the least
// Jaccard similarity that it allows:
//
//  jaccard t    dice and share_of_larger t / (2 - t)    binary_cosine t^2
//
// Source: Indyk, Motwani: Approximate Nearest Neighbors: Towards Removing the Curse of
// Dimensionality, STOC 1998; Leskovec, Rajaraman, Ullman: Mining of Massive Datasets
// (bands).
// Cost: time O(n) to group all values and to compute the signatures, then one step for each
// pair and band in which it agrees, then O(groups) for each candidate pair. Memory 8 bytes
// for each group of a set, 8 for each set and band, 12 for each edge; 4 for each group and
// thread.
// Limits: if no bands give that probability, as for thresholds below about 0.03, the join
// is exact (see set_join.h).
#pragma once

#include <span>

#include "pagekin/core/progress.h"
#include "pagekin/graph/threshold_join.h"
#include "pagekin/measure/set_measure.h"

namespace pagekin::graph {

// Returns the least Jaccard similarity of two sets whose similarity is `at_least`.
double least_jaccard(measure::Overlap overlap, double at_least);

// Like set_join(), except that some pairs are missed. The pairs do not depend on the number
// of threads or the order of pages.
SimilarPairs minhash_lsh(const measure::SetMeasure& measure,
                         std::span<const features::Features> pages, const JoinOptions& options,
                         Progress* progress = nullptr);

}  // namespace pagekin::graph
