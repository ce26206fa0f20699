#include "pagekin/cluster/neighbour_table.h"

#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "reference/shared_neighbours.h"
#include "support/random_graphs.h"

namespace pagekin::cluster {
namespace {

NeighbourGraph graph_of(std::size_t pages, const std::vector<Edge>& edges) {
  return NeighbourGraph(pages, edges);
}

TEST(NeighbourTable, OfNothingIsNothing) {
  EXPECT_EQ(neighbour_table(NeighbourGraph(), {}, {}), Clustering{});
  EXPECT_EQ(neighbour_table(NeighbourGraph(3), {}, {}).cluster_count, 3);
}

TEST(NeighbourTable, RowsMustShareEnough) {
  // 0 and 1 share themselves and 2; the rows are {0 1 2}, {0 1 2}, {0 1 2 3}, {2 3}.
  const NeighbourGraph graph =
      graph_of(4, {{0, 1, 0.9F}, {0, 2, 0.9F}, {1, 2, 0.9F}, {2, 3, 0.5F}});
  const auto labels = [&](int shared) {
    return neighbour_table(graph, {}, {.neighbours = 3, .shared = shared}).labels;
  };
  EXPECT_EQ(labels(2), (std::vector{0, 0, 0, 0}));
  EXPECT_EQ(labels(3), (std::vector{0, 0, 0, 1}));
  EXPECT_EQ(labels(4), (std::vector{0, 1, 2, 3}));
}

TEST(NeighbourTable, EachMustBeInTheOthersRow) {
  // 2 is the nearest page of 3, but 3 is not the nearest of 2.
  const NeighbourGraph graph =
      graph_of(4, {{0, 1, 0.9F}, {1, 2, 0.9F}, {0, 2, 0.9F}, {2, 3, 0.5F}});
  EXPECT_EQ(neighbour_table(graph, {}, {.neighbours = 2, .shared = 1}).labels,
            (std::vector{0, 0, 0, 1}));
  EXPECT_EQ(neighbour_table(graph, {}, {.neighbours = 3, .shared = 1}).labels,
            (std::vector{0, 0, 0, 0}));
}

TEST(NeighbourTable, PagesAsNearAsTheLastAreAllInTheRow) {
  const NeighbourGraph graph = graph_of(4, {{0, 1, 0.5F}, {0, 2, 0.5F}, {0, 3, 0.5F}});
  EXPECT_EQ(neighbour_table(graph, {}, {.neighbours = 1, .shared = 2}).cluster_count, 1);
}

TEST(NeighbourTable, IsWhatTheDefinitionSaysForRandomGraphs) {
  Random random(1);
  int joined = 0;
  for (int round = 0; round < 500; ++round) {
    const NeighbourGraph graph = test::random_graph(random, 60);
    const int neighbours = 1 + static_cast<int>(random.below(12));
    const int shared = static_cast<int>(random.below(10));
    const Clustering found =
        neighbour_table(graph, {}, {.neighbours = neighbours, .shared = shared});
    ASSERT_EQ(found, reference::neighbour_table(graph, static_cast<std::size_t>(neighbours),
                                                static_cast<std::size_t>(shared)))
        << "round " << round;
    const auto pages = static_cast<int>(graph.pages());
    joined += found.cluster_count > 1 && found.cluster_count < pages ? 1 : 0;
  }
  EXPECT_GT(joined, 100);
}

// By the definition, equal pages are separate if their rows are too short for any pair.
// There each is alone; here they are one cluster.
TEST(NeighbourTable, OfWeightedPagesIsThatOfEveryPageForItself) {
  Random random(2);
  for (int round = 0; round < 400; ++round) {
    const NeighbourGraph graph = test::random_graph(random, 25);
    const auto weights = test::random_weights(random, graph.pages(), 1 + random.below(6));
    const int neighbours = 1 + static_cast<int>(random.below(12));
    const int shared = static_cast<int>(random.below(10));
    Clustering expected = reference::neighbour_table(reference::expanded(graph, weights),
                                                     static_cast<std::size_t>(neighbours),
                                                     static_cast<std::size_t>(shared));
    const Clustering found =
        neighbour_table(graph, weights, {.neighbours = neighbours, .shared = shared});
    std::vector<int> labels;
    for (PageId page = 0; page < graph.pages(); ++page) {
      const std::size_t first = labels.size();
      labels.insert(labels.end(), weights[page], found.labels[page]);
      for (std::size_t copy = first; copy < labels.size(); ++copy) {
        if (std::ranges::count(expected.labels, expected.labels[copy]) == 1) {
          expected.labels[copy] = expected.labels[first];
        }
      }
    }
    ASSERT_EQ(canonical(labels), canonical(expected.labels)) << "round " << round;
  }
}

TEST(NeighbourTable, DoesNotDependOnTheOrderOfPages) {
  Random random(3);
  for (int round = 0; round < 200; ++round) {
    const NeighbourGraph graph = test::random_graph(random, 150);
    const NeighbourTableOptions options{.neighbours = 1 + static_cast<int>(random.below(20)),
                                        .shared = static_cast<int>(random.below(12))};
    const auto order = test::random_order(random, graph.pages());
    ASSERT_EQ(test::put_back(neighbour_table(test::reordered(graph, order), {}, options), order),
              neighbour_table(graph, {}, options));
  }
}

TEST(NeighbourTable, TwoCliquesJoinedByOneEdgeStayTwo) {
  for (const PageId size : {4U, 21U, 40U, 100U}) {
    std::vector<Edge> edges;
    test::add_clique(0, size, edges);
    test::add_clique(size, 2 * size, edges);
    edges.push_back({size - 1, size, 0.9F});
    const Clustering found =
        neighbour_table(NeighbourGraph(2 * size, edges), {}, {.neighbours = 20, .shared = 3});
    EXPECT_EQ(found.cluster_count, 2) << size;
  }
}

}  // namespace
}  // namespace pagekin::cluster
