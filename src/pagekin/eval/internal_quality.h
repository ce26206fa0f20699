// Internal quality of a clustering: by the similarities of its pages, without labels.
//
//   cohesion    mean similarity of all pairs of pages of the same cluster
//   separation  1 - mean similarity of all pairs of pages of different clusters
//   silhouette  of a page: (b - a) / max(a, b), where a is its mean distance to the other
//               pages of its cluster, b the least mean distance to the pages of another
//               cluster, and distance is 1 - similarity. It is 0 for a cluster of one page and
//               if a and b are 0. Of a clustering: the mean over its pages.
//
// Source: the silhouette is Rousseeuw's (1987), with the values of scikit-learn's silhouette_score,
// also for clusters of one page. Bagban and Kulkarni (section 4.2) mention internal quality besides
// the external quality that they use, without a formula.
// Cost: each of the n (n - 1) / 2 similarities is computed once; O(n) memory.
#pragma once

#include <functional>
#include <span>

#include "pagekin/core/progress.h"
#include "pagekin/evaluate.h"

namespace pagekin::eval {

using pagekin::ClusterQuality;
using pagekin::InternalQuality;

// In [0, 1], symmetric; called from several threads at once.
using Similarity = std::function<double(std::size_t, std::size_t)>;

// Entry i of `clusters` is the cluster of page i; negative: left out. The result does not depend on
// the number of threads (0: one per core), not even in the last bit. `progress` counts pairs.
// Throws Cancelled when the run is stopped.
InternalQuality internal_quality(std::span<const int> clusters, const Similarity& similarity,
                                 unsigned threads = 0, Progress* progress = nullptr);

}  // namespace pagekin::eval
