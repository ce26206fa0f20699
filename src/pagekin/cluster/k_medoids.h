// k clusters around pages of their own: each page belongs to the most similar of k medoids.
//
// Medoids are chosen so that the sum over all pages of 1 - similarity to the medoid, the
// deviation, is small: first at random, far ones more likely (as k-means++ does), then by
// swapping a medoid for another page as long as that lowers the deviation. The result is a
// local optimum: no single swap lowers it.
//
// Source: Kaufman, Rousseeuw: Clustering by means of medoids, 1987; the swaps as in
// Schubert, Rousseeuw: Fast and eager k-medoids clustering, Information Systems 101, 2021
// (FasterPAM: one look at a page settles for all medoids whether to swap, and a good swap
// is made at once); the first medoids after Arthur, Vassilvitskii, SODA 2007, with the
// distance itself for its square.
// Cost: time O(n k) to begin, O(n^2) a round of swaps, O(n k) at worst a swap made, mostly
// few rounds; memory O(n + k) beside the matrix.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/cluster/page_order.h"
#include "pagekin/core/clustering.h"
#include "pagekin/core/page.h"
#include "pagekin/core/similarity_matrix.h"

namespace pagekin::cluster {

struct KMedoidsOptions {
  std::size_t clusters = 1;  // at least 1
  std::uint64_t seed = 1;
  PageKeys keys = {};
};

struct Medoids {
  Clustering clustering;
  std::vector<PageId> medoids;  // by cluster
  double first_deviation = 0;   // with the medoids chosen at random
  double deviation = 0;         // in the end
  std::size_t swaps = 0;
};

// Fewer clusters where there are fewer pages that differ. With keys the same for any order
// of the pages.
Medoids k_medoids(const SimilarityMatrix& similarities, const KMedoidsOptions& options);

}  // namespace pagekin::cluster
