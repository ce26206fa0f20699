// Agglomerative clustering: the two most similar clusters become one, again and again.
//
// How similar two clusters are, by linkage: as their most similar pages (single), their
// least similar (complete), or the mean over all pairs of their pages (average).
//
// Of equally similar pairs those come first that do by the keys of the pages (see
// page_order.h), so that the clusters of a cut do not depend on the order of the pages.
//
// Source: Sokal, Michener 1958 (average), Sneath 1957 (single), Sorensen 1948 (complete);
// as used by Bagban, Kulkarni (single) and Zhang, Yang, Niu (average).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/cluster/page_order.h"
#include "pagekin/core/dendrogram.h"
#include "pagekin/core/neighbour_graph.h"
#include "pagekin/core/similarity_matrix.h"

namespace pagekin::cluster {

// By a maximum spanning tree, grown page by page (Prim 1957; Gower, Ross 1969).
// Cost: time O(n^2), memory O(n).
Dendrogram single_linkage(const SimilarityMatrix& similarities, PageKeys keys = {});

// Of the graph's edges alone: clusters that no edge joins stay apart. With a graph of all
// pairs at or above a threshold, cuts at or above it are those of the matrix.
Dendrogram single_linkage(const NeighbourGraph& graph);

// The edges it takes for that: a maximum spanning tree of each connected part. Equally
// similar ones are taken in the order of pages.
// Cost: memory O(n); time O(e log n) for e edges at worst, mostly O(e + n log n).
std::vector<Link> spanning_forest(const NeighbourGraph& graph);

enum class Linkage { kComplete, kAverage };

// By chains of nearest neighbours (Benzecri 1982; Murtagh 1983), which gives what merging
// the most similar pair each time gives. The matrix is used up. Where a row stands for
// several equal pages, `pages` says for how many, which matters to the mean.
// Cost: time O(n^2), memory O(n) beside the matrix.
Dendrogram nearest_neighbour_chain(SimilarityMatrix&& similarities, Linkage linkage,
                                   PageKeys keys = {}, std::span<const std::uint32_t> pages = {});

}  // namespace pagekin::cluster
