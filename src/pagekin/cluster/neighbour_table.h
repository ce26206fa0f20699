// Clusters of shared near neighbours, by a table of the nearest pages.
//
// The row of a page holds the page itself, in place 0, and its k nearest neighbours. All
// pages as near as the k-th are in it, so that the order of pages does not matter. Two
// pages are joined if each is in the other's row and the rows share enough pages. Clusters
// are the connected components of such pairs.
//
// This is the older of two algorithms; the other is shared_neighbours.h:
//
//                        table of the nearest           graph
//     neighbours         the k nearest, however         all that are similar enough,
//                        similar they are               however many
//     must be            in each other's row            joined by an edge
//     sets share         a number of pages              a share of all their pages
//     rounds             one; only pages are compared   many; clusters are compared
//     suits              clusters of uneven density     clusters of uneven size: k is
//                        that all have more than k      too large for small clusters
//                        pages                          and small for large ones
//
// Source: Jarvis, Patrick: Clustering Using a Similarity Measure Based on Shared Near
// Neighbors, IEEE Transactions on Computers C-22, 1973, as described by Gowda and Mattmann
// (Clustering Web Pages Based on Structure and Style Similarity, 2016, section 6).
// Cost: time O(edges + pairs in each other's rows * words of a row), see place_sets.h; rows
// are longer than k + 1 only if many pages are equally near.
#pragma once

#include <cstdint>
#include <span>

#include "pagekin/core/clustering.h"
#include "pagekin/core/neighbour_graph.h"

namespace pagekin::cluster {

struct NeighbourTableOptions {
  int neighbours = 20;  // the k nearest, without the page itself; at least 1
  int shared = 10;      // pages that are in both rows, including the two themselves
};

// Edges have similarities; pages without an edge between them are not near. `weights`, by
// page of the graph, says how many equal pages it represents, at least 1; empty: one each.
// Equal pages have similarity 1 with each other, and each takes a place in every row. They
// stay together even if `shared` is larger than all rows, so that no other pages are
// joined.
Clustering neighbour_table(const NeighbourGraph& graph, std::span<const std::uint32_t> weights,
                           const NeighbourTableOptions& options);

}  // namespace pagekin::cluster
