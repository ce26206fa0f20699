// k-medoids: k clusters, each represented by one of its pages, the medoid. Each page
// belongs to the most similar of the k medoids.
//
// The medoids are chosen to make the deviation small: the sum over all pages of 1 -
// similarity to the medoid. The first ones are chosen at random, distant pages with a
// higher probability (as in k-means++). Then a medoid is swapped for another page as long
// as that lowers the deviation. The result is a local optimum: no single swap lowers it.
//
// Source: Kaufman, Rousseeuw: Clustering by means of medoids, 1987; the swaps as in
// Schubert, Rousseeuw: Fast and eager k-medoids clustering, Information Systems 101, 2021
// (FasterPAM: one pass over a candidate page decides for all medoids whether to swap, and a
// good swap is made at once); the first medoids after Arthur, Vassilvitskii, SODA 2007,
// with the distance instead of its square.
// Cost: time O(n k) to begin, O(n^2) a round of swaps, at worst O(n k) for each swap; few
// rounds as a rule; memory O(n + k) besides the matrix.
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
  double deviation = 0;         // at the end
  std::size_t swaps = 0;
};

// Makes fewer clusters if there are fewer different pages. With keys, the result does not
// depend on the order of the pages.
Medoids k_medoids(const SimilarityMatrix& similarities, const KMedoidsOptions& options);

}  // namespace pagekin::cluster
