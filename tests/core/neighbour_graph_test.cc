#include "pagekin/core/neighbour_graph.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

namespace pagekin {

// NOLINTNEXTLINE(readability-identifier-naming): the name that the test library looks for
inline void PrintTo(const Neighbour& neighbour, std::ostream* out) {
  *out << neighbour.page << " (" << neighbour.similarity << ")";
}

namespace {

std::vector<Neighbour> row(const NeighbourGraph& graph, std::size_t page) {
  return {graph[page].begin(), graph[page].end()};
}

TEST(NeighbourGraph, OfNoPagesIsEmpty) {
  EXPECT_EQ(NeighbourGraph().pages(), 0U);
  EXPECT_EQ(NeighbourGraph().edges(), 0U);
}

TEST(NeighbourGraph, PagesWithoutEdgesHaveEmptyRows) {
  const NeighbourGraph graph(3);
  EXPECT_EQ(graph.pages(), 3U);
  for (std::size_t page = 0; page < 3; ++page) EXPECT_TRUE(graph[page].empty());
}

TEST(NeighbourGraph, EveryEdgeIsInBothRows) {
  const std::vector<Edge> edges = {{0, 2, 0.5F}, {2, 1, 0.25F}};
  const NeighbourGraph graph(3, edges);
  EXPECT_EQ(graph.edges(), 2U);
  EXPECT_EQ(row(graph, 0), (std::vector<Neighbour>{{2, 0.5F}}));
  EXPECT_EQ(row(graph, 1), (std::vector<Neighbour>{{2, 0.25F}}));
  EXPECT_EQ(row(graph, 2), (std::vector<Neighbour>{{0, 0.5F}, {1, 0.25F}}));
}

TEST(NeighbourGraph, RowsGoByFallingSimilarityThenByPage) {
  const std::vector<Edge> edges = {{0, 4, 0.5F}, {3, 0, 0.5F}, {0, 1, 0.25F}, {2, 0, 1.0F}};
  EXPECT_EQ(row(NeighbourGraph(5, edges), 0),
            (std::vector<Neighbour>{{2, 1.0F}, {3, 0.5F}, {4, 0.5F}, {1, 0.25F}}));
}

TEST(NeighbourGraph, IsSymmetricAndDoesNotDependOnTheOrderOfEdges) {
  Random random(1);
  for (int round = 0; round < 100; ++round) {
    const std::uint32_t pages = 1 + random.below(20);
    std::vector<Edge> edges;
    for (PageId a = 0; a < pages; ++a) {
      for (PageId b = 0; b < a; ++b) {
        if (random.chance(0.3)) {
          edges.push_back({a, b, 0.25F * static_cast<float>(1 + random.below(4))});
        }
      }
    }
    const NeighbourGraph graph(pages, edges);
    std::size_t ends = 0;
    for (PageId a = 0; a < pages; ++a) {
      for (const Neighbour& neighbour : graph[a]) {
        ASSERT_NE(neighbour.page, a);
        const std::vector<Neighbour> back = row(graph, neighbour.page);
        ASSERT_EQ(std::ranges::count(back, Neighbour{a, neighbour.similarity}), 1);
        ++ends;
      }
    }
    EXPECT_EQ(ends, 2 * edges.size());
    EXPECT_EQ(graph.edges(), edges.size());

    std::ranges::reverse(edges);
    for (Edge& edge : edges) {
      if (random.chance(0.5)) std::swap(edge.a, edge.b);
    }
    EXPECT_EQ(graph, NeighbourGraph(pages, edges));
  }
}

}  // namespace
}  // namespace pagekin
