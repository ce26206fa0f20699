// Clusters of shared near neighbours, on a table of the nearest.
//
// A page's row holds itself, in place 0, and its k nearest neighbours; pages as near as
// the k-th are all in it, so that the order of pages does not matter. Two pages are
// together when each is in the other's row and the rows share enough pages; clusters are
// the connected components of such pairs.
//
// This is the older of two forms; the other is shared_neighbours.h:
//
//                        table of the nearest           graph
//     neighbours         the k nearest, however         all that are similar enough,
//                        similar they are               however many
//     must be            in each other's row            joined by an edge, either way
//     sets share         a number of pages              a part of all their pages
//     rounds             one; only pages are compared   many; clusters are compared
//     suits              clusters of uneven density     clusters of uneven size: k cuts
//                        that all have more than k      small ones short and is little
//                        pages                          in large ones
//
// Source: Jarvis, Patrick: Clustering Using a Similarity Measure Based on Shared Near
// Neighbors, IEEE Transactions on Computers C-22, 1973, as Gowda and Mattmann describe it
// (Clustering Web Pages Based on Structure and Style Similarity, 2016, section 6).
// Cost: O(edges + pairs in each other's rows * words of a row), see place_sets.h; rows
// are longer than k + 1 only where many pages are equally near.
#pragma once

#include <cstdint>
#include <span>

#include "pagekin/core/clustering.h"
#include "pagekin/core/neighbour_graph.h"

namespace pagekin::cluster {

struct NeighbourTableOptions {
  int neighbours = 20;  // k nearest, the page itself not counted; 1 or more
  int shared = 10;      // pages in both rows, the two themselves counted
};

// Edges have similarities; pages without an edge between them are not near. `weights`, by
// page of the graph, says how many equal pages it represents, at least 1; empty: one each.
// Equal pages have similarity 1 with each other, and each takes a place in every row. They
// stay together even if `shared` is larger than all rows, so that no other pages are
// joined.
Clustering neighbour_table(const NeighbourGraph& graph, std::span<const std::uint32_t> weights,
                           const NeighbourTableOptions& options);

}  // namespace pagekin::cluster
