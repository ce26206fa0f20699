// Clusters of shared near neighbours, on a graph.
//
// The neighbours of a page are the pages joined to it by an edge, and the page itself.
// The neighbours of a cluster are those of all its pages. At first every page is a cluster.
// In each round, two clusters are candidates if a page of one is a neighbour of a page of
// the other and
//
//     |A n B| / |A u B| >= overlap,
//
// where A and B are their neighbours. Each connected component of candidates becomes one
// cluster. Two groups of pages that only a few edges join therefore stay separate, whatever
// chain of edges leads from one to the other.
//
// Source: Gowda, Mattmann: Clustering Web Pages Based on Structure and Style Similarity,
// 2016, section 6. Rounds merge components instead of pairs, so that the order of pages
// does not matter.
// Cost: a round takes O(edges between clusters * words of a neighbour set), see
// place_sets.h. Pages with the same neighbours, as in a clique, count once from the start.
// 10,000 pages with 10,000,000 edges: at most 157 words an edge, and 20 MB of sets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/core/clustering.h"
#include "pagekin/core/neighbour_graph.h"

namespace pagekin::cluster {

struct SharedNeighboursOptions {
  double overlap = 0.85;  // compared as float, like similarities; above 1: nothing merges
  int max_iterations = 100;
  unsigned threads = 0;
};

// What one round did.
struct SharedNeighboursRound {
  std::size_t clusters = 0;      // at the beginning of the round
  std::uint64_t edges = 0;       // between the clusters
  std::uint64_t candidates = 0;  // edges whose neighbour sets overlap enough
  std::size_t merged = 0;        // clusters that became part of another
  friend bool operator==(const SharedNeighboursRound&, const SharedNeighboursRound&) = default;
};

// Every edge joins two neighbours, whatever its similarity. `weights`, by page of the
// graph, says how many equal pages it represents, at least 1; empty: one each. The clusters
// are those of the graph in which every page is a node, joined to its equal pages and to
// their neighbours. Equal pages are one cluster from the start, and `rounds` counts them
// so.
//
// `rounds`, if not null, gets one entry for each round; the last is the round that merged
// nothing, unless max_iterations ended the loop. The result does not depend on the number
// of threads. Throws Cancelled when the run is stopped.
Clustering shared_neighbours(const NeighbourGraph& graph, std::span<const std::uint32_t> weights,
                             const SharedNeighboursOptions& options,
                             std::vector<SharedNeighboursRound>* rounds = nullptr);

}  // namespace pagekin::cluster
