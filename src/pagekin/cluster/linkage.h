// Agglomerative clustering: the two most similar clusters are merged repeatedly.
//
// The linkage defines the similarity of two clusters: that of their most similar pages
// (single), of their least similar pages (complete), or the mean over all pairs of their
// pages (average).
//
// Ties are broken by the keys of the pages (see page_order.h), so that the clusters of a
// cut do not depend on the order of the pages.
//
// Source: Sokal, Michener 1958 (average), Sneath 1957 (single), Sorensen 1948 (complete);
// as used by Bagban, Kulkarni 2018 (single) and Zhang, Yang, Niu 2016 (average).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/cluster/page_order.h"
#include "pagekin/core/dendrogram.h"
#include "pagekin/core/neighbour_graph.h"
#include "pagekin/core/similarity_matrix.h"

namespace pagekin::cluster {

// Builds a maximum spanning tree page by page (Prim 1957; Gower, Ross 1969).
// Cost: time O(n^2), memory O(n).
Dendrogram single_linkage(const SimilarityMatrix& similarities, PageKeys keys = {});

// Uses only the edges of the graph: clusters without an edge between them stay separate. If
// the graph has all pairs at or above a threshold, cuts at or above it equal those of the
// matrix.
Dendrogram single_linkage(const NeighbourGraph& graph);

// Returns the edges that it uses: a maximum spanning tree of each connected component.
// Equally similar edges are taken in the order of pages.
// Cost: memory O(n); time O(e log n) for e edges at worst, usually O(e + n log n).
std::vector<Link> spanning_forest(const NeighbourGraph& graph);

enum class Linkage { kComplete, kAverage };

// Uses chains of nearest neighbours (Benzecri 1982; Murtagh 1983), which gives the same
// result as merging the most similar pair each time. The matrix is overwritten. If a row
// represents several equal pages, `pages` says how many; this affects the mean.
// Cost: time O(n^2), memory O(n) besides the matrix.
Dendrogram nearest_neighbour_chain(SimilarityMatrix&& similarities, Linkage linkage,
                                   PageKeys keys = {}, std::span<const std::uint32_t> pages = {});

}  // namespace pagekin::cluster
