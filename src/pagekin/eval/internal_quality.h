// How good a clustering is by the similarities of its pages alone, without labels.
//
//   cohesion    mean similarity of all pairs of pages of the same cluster
//   separation  1 - mean similarity of all pairs of pages of different clusters
//   silhouette  of a page: (b - a) / max(a, b), a being its mean distance from the other
//               pages of its cluster and b the least mean distance from the pages of another
//               one, where distance is 1 - similarity. A page that is a cluster alone, and one
//               whose a and b are 0, has 0. Of a clustering: the mean over its pages.
//
// Source: the silhouette is Rousseeuw's (1987), defined here by what scikit-learn's
// silhouette_score gives, also for pages alone. Bagban, Kulkarni (section 4.2) name internal
// quality beside the external one that they use, without a formula.
// Cost: each of the n (n - 1) / 2 pairs is asked for once; O(n) memory.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "pagekin/core/progress.h"

namespace pagekin::eval {

// Where there is no pair to take the mean of, there is no value.
struct ClusterQuality {
  int cluster = 0;  // its number in the clustering
  std::uint64_t pages = 0;
  std::optional<double> silhouette;  // none when there is but one cluster
  std::optional<double> cohesion;
  std::optional<double> separation;  // from all pages of other clusters
};

struct InternalQuality {
  std::uint64_t pages = 0;  // left-out ones are not counted
  std::uint64_t left_out = 0;
  std::optional<double> silhouette;
  std::optional<double> cohesion;
  std::optional<double> separation;
  std::vector<ClusterQuality> clusters;  // by number
};

// In [0, 1], symmetric; called from several threads at once.
using Similarity = std::function<double(std::size_t, std::size_t)>;

// Entry i of `clusters` is page i; a negative number means left out. The result is the same
// bit for bit whatever the number of threads (0: one per core). `progress`, where given,
// counts pairs. Throws Cancelled when the run is stopped.
InternalQuality internal_quality(std::span<const int> clusters, const Similarity& similarity,
                                 unsigned threads = 0, Progress* progress = nullptr);

}  // namespace pagekin::eval
