// Clusters of shared near neighbours, on a table of the nearest.
//
// Source: Jarvis, Patrick: Clustering Using a Similarity Measure Based on Shared Near
// Neighbors, IEEE Transactions on Computers C-22, 1973.
#pragma once

#include <span>

#include "pagekin/core/clustering.h"
#include "pagekin/core/neighbour_graph.h"

namespace pagekin::cluster {

struct NeighbourTableOptions {
  int neighbours = 20;  // k nearest, the page itself not counted
  int shared = 10;      // of these, both pages themselves counted, that two pages must share
};

// Edges bear similarities; pages that no edge joins are not near. A page's row holds itself
// and its nearest neighbours; pages as near as the k-th are all in it, so that the order
// of pages does not matter. Two pages are together when each is in the other's row and the
// rows share enough; clusters are the connected components. `weights` as in
// shared_neighbours.h.
Clustering neighbour_table(const NeighbourGraph& graph, std::span<const std::uint32_t> weights,
                           const NeighbourTableOptions& options);

}  // namespace pagekin::cluster
