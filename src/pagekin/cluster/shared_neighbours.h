// Clusters of shared near neighbours, on a graph.
//
// Source: Gowda, Mattmann: Clustering Web Pages Based on Structure and Style Similarity,
// 2016, section 6.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/core/clustering.h"
#include "pagekin/core/neighbour_graph.h"

namespace pagekin::cluster {

struct SharedNeighboursOptions {
  double overlap = 0.85;
  int max_iterations = 100;
  unsigned threads = 0;
};

// What one round did.
struct SharedNeighboursRound {
  std::size_t clusters = 0;      // at its beginning
  std::uint64_t edges = 0;       // between them
  std::uint64_t candidates = 0;  // edges whose neighbour sets overlap enough
  std::size_t merged = 0;        // clusters that became part of another
};

// Every edge joins two neighbours, whatever its similarity. `weights`, by page of the
// graph, says how many equal pages each stands for; empty: one each. `rounds`, where
// given, gets one entry a round, the last one being the round that merged nothing unless
// max_iterations ended it.
Clustering shared_neighbours(const NeighbourGraph& graph, std::span<const std::uint32_t> weights,
                             const SharedNeighboursOptions& options,
                             std::vector<SharedNeighboursRound>* rounds = nullptr);

}  // namespace pagekin::cluster
