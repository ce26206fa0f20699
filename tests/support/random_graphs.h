// Seeded graphs of pages: with planted groups, with cliques, and the same graph with its
// pages in another order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "pagekin/core/clustering.h"
#include "pagekin/core/neighbour_graph.h"
#include "pagekin/core/random.h"

namespace pagekin::test {

// Pages of one group are joined with the chance `inside`, others with `outside`; page p is
// in group p % groups. Similarities are multiples of 1/8, so that many are equal.
inline std::vector<Edge> random_edges(Random& random, std::uint32_t pages, std::uint32_t groups,
                                      double inside, double outside) {
  std::vector<Edge> edges;
  for (PageId b = 0; b < pages; ++b) {
    for (PageId a = 0; a < b; ++a) {
      if (!random.chance(a % groups == b % groups ? inside : outside)) continue;
      edges.push_back({a, b, static_cast<float>(1 + random.below(8)) / 8});
    }
  }
  return edges;
}

// A graph of up to `most` pages, of any density and with or without groups.
inline NeighbourGraph random_graph(Random& random, std::uint32_t most) {
  const std::uint32_t pages = random.below(most + 1);
  const std::uint32_t groups = 1 + random.below(4);
  const double inside = random.unit();
  const double outside = random.chance(0.3) ? 0 : inside * random.unit() * random.unit();
  return NeighbourGraph(pages, random_edges(random, pages, groups, inside, outside));
}

inline std::vector<std::uint32_t> random_weights(Random& random, std::size_t pages,
                                                 std::uint32_t most) {
  std::vector<std::uint32_t> weights(pages);
  for (std::uint32_t& weight : weights) weight = 1 + random.below(most);
  return weights;
}

// Every pair of `first`, first + 1, ... `last` - 1.
inline void add_clique(PageId first, PageId last, std::vector<Edge>& edges) {
  for (PageId b = first; b < last; ++b) {
    for (PageId a = first; a < b; ++a) edges.push_back({a, b, 0.9F});
  }
}

inline std::vector<PageId> random_order(Random& random, std::size_t pages) {
  std::vector<PageId> order(pages);
  for (PageId i = 0; i < pages; ++i) {
    order[i] = i;
    std::swap(order[i], order[random.below(i + 1)]);
  }
  return order;
}

// Page p becomes page order[p].
inline NeighbourGraph reordered(const NeighbourGraph& graph, const std::vector<PageId>& order) {
  std::vector<Edge> edges;
  for (PageId page = 0; page < graph.pages(); ++page) {
    for (const Neighbour& x : graph[page]) {
      if (page < x.page) edges.push_back({order[page], order[x.page], x.similarity});
    }
  }
  return NeighbourGraph(graph.pages(), edges);
}

// The clustering of a graph from that of its reordered form.
inline Clustering put_back(const Clustering& clustering, const std::vector<PageId>& order) {
  std::vector<int> labels;
  for (const PageId place : order) labels.push_back(clustering.labels[place]);
  return canonical(labels);
}

}  // namespace pagekin::test
