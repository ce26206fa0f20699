#include "pagekin/cluster/shared_neighbours.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "reference/shared_neighbours.h"
#include "support/random_graphs.h"
#include "support/rounds.h"

namespace pagekin::cluster {
namespace {

using Rounds = std::vector<SharedNeighboursRound>;

Clustering clusters_of(const NeighbourGraph& graph, double overlap = 0.85, int iterations = 100) {
  return shared_neighbours(graph, {}, {.overlap = overlap, .max_iterations = iterations});
}

Clustering one_cluster(std::size_t pages) { return canonical(std::vector<int>(pages, 0)); }

Clustering all_alone(std::size_t pages) {
  std::vector<int> labels;
  for (std::size_t page = 0; page < pages; ++page) labels.push_back(static_cast<int>(page));
  return canonical(labels);
}

double random_overlap(Random& random) {
  constexpr double kSome[] = {0, 0.25, 1.0 / 3, 0.5, 2.0 / 3, 0.8, 0.85, 0.9, 1};
  return random.chance(0.7) ? kSome[random.below(std::size(kSome))] : random.unit();
}

TEST(SharedNeighbours, OfNothingAreNothing) {
  Rounds rounds;
  EXPECT_EQ(shared_neighbours(NeighbourGraph(), {}, {}, &rounds), Clustering{});
  EXPECT_EQ(rounds, (Rounds{{0, 0, 0, 0}}));
}

TEST(SharedNeighbours, WithoutEdgesEveryPageIsAlone) {
  for (const std::size_t pages : {1U, 2U, 63U, 64U, 65U, 1000U}) {
    Rounds rounds;
    EXPECT_EQ(shared_neighbours(NeighbourGraph(pages), {}, {}, &rounds), all_alone(pages));
    EXPECT_EQ(rounds, (Rounds{{pages, 0, 0, 0}}));
  }
}

TEST(SharedNeighbours, ACompleteGraphIsOneClusterAfterOneRound) {
  for (const PageId pages : {2U, 3U, 64U, 65U, 300U}) {
    std::vector<Edge> edges;
    test::add_clique(0, pages, edges);
    for (const double overlap : {0.0, 0.85, 1.0}) {
      Rounds rounds;
      EXPECT_EQ(shared_neighbours(NeighbourGraph(pages, edges), {}, {.overlap = overlap}, &rounds),
                one_cluster(pages));
      EXPECT_EQ(rounds, (Rounds{{pages, edges.size(), edges.size(), pages - 1}, {1, 0, 0, 0}}));
    }
  }
}

TEST(SharedNeighbours, TwoCliquesJoinedByOneEdgeStayTwo) {
  for (const PageId left : {2U, 3U, 4U, 7U, 20U, 63U, 64U, 130U}) {
    for (const PageId right : {2U, 3U, 5U, 20U, 64U, 129U}) {
      std::vector<Edge> edges;
      test::add_clique(0, left, edges);
      test::add_clique(left, left + right, edges);
      edges.push_back({left - 1, left, 0.9F});
      // With at least 7 pages, the two that the edge joins still share 85 % with their own
      // group.
      const double overlap = std::min(left, right) < 7 ? 0.6 : 0.85;
      const Clustering found = clusters_of(NeighbourGraph(left + right, edges), overlap);
      EXPECT_EQ(found.cluster_count, 2) << left << " and " << right;
      EXPECT_EQ(found.labels[0], found.labels[left - 1]);
      EXPECT_NE(found.labels[left - 1], found.labels[left]);
      EXPECT_EQ(found.labels[left], found.labels[left + right - 1]);
    }
  }
}

TEST(SharedNeighbours, AChainOfEdgesDoesNotJoinItsEnds) {
  std::vector<Edge> edges;
  for (PageId page = 1; page < 50; ++page) edges.push_back({page - 1, page, 1});
  // Pages inside share 2 of 4 neighbours, the end and its only neighbour 2 of 3.
  EXPECT_EQ(clusters_of(NeighbourGraph(50, edges), 0.7), all_alone(50));
  EXPECT_EQ(clusters_of(NeighbourGraph(50, edges), 0.5), one_cluster(50));
  EXPECT_EQ(clusters_of(NeighbourGraph(50, edges), 0.6).cluster_count, 48);
}

TEST(SharedNeighbours, AreWhatTheDefinitionSaysForRandomGraphs) {
  Random random(1);
  for (int round = 0; round < 400; ++round) {
    const NeighbourGraph graph = test::random_graph(random, 30);
    const double overlap = random_overlap(random);
    const int iterations = std::vector{0, 1, 2, 100}[random.below(4)];
    std::vector<reference::SharedNeighboursCounts> expected_rounds;
    const Clustering expected =
        reference::shared_neighbours(graph, overlap, iterations, &expected_rounds);
    Rounds rounds;
    const Clustering found = shared_neighbours(
        graph, {}, {.overlap = overlap, .max_iterations = iterations, .threads = 1}, &rounds);
    ASSERT_EQ(found, expected) << "round " << round << ", overlap " << overlap;
    ASSERT_EQ(rounds.size(), expected_rounds.size());
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      ASSERT_EQ(rounds[i].clusters, expected_rounds[i].clusters);
      ASSERT_EQ(rounds[i].edges, expected_rounds[i].edges);
      ASSERT_EQ(rounds[i].candidates, expected_rounds[i].candidates);
      ASSERT_EQ(rounds[i].merged, expected_rounds[i].merged);
    }
  }
}

TEST(SharedNeighbours, OfWeightedPagesAreThoseOfEveryPageForItself) {
  Random random(2);
  for (int round = 0; round < test::rounds(300); ++round) {
    const NeighbourGraph graph = test::random_graph(random, 16);
    const auto weights = test::random_weights(random, graph.pages(), 1 + random.below(5));
    const SharedNeighboursOptions options{
        .overlap = random_overlap(random),
        .max_iterations = std::vector{1, 2, 100}[random.below(3)]};
    const NeighbourGraph copies = reference::expanded(graph, weights);
    const Clustering expected =
        reference::shared_neighbours(copies, options.overlap, options.max_iterations);
    ASSERT_EQ(shared_neighbours(copies, {}, options), expected);
    const Clustering found = shared_neighbours(graph, weights, options);
    std::vector<int> labels;
    for (PageId page = 0; page < graph.pages(); ++page) {
      labels.insert(labels.end(), weights[page], found.labels[page]);
    }
    ASSERT_EQ(canonical(labels), expected) << "round " << round;
  }
}

TEST(SharedNeighbours, DoNotDependOnTheOrderOfPages) {
  Random random(3);
  for (int round = 0; round < 120; ++round) {
    const NeighbourGraph graph = test::random_graph(random, 150);
    const SharedNeighboursOptions options{.overlap = random_overlap(random)};
    const auto order = test::random_order(random, graph.pages());
    const auto weights = test::random_weights(random, graph.pages(), 3);
    std::vector<std::uint32_t> moved(graph.pages());
    for (PageId page = 0; page < graph.pages(); ++page) moved[order[page]] = weights[page];
    Rounds rounds;
    Rounds moved_rounds;
    const Clustering found =
        shared_neighbours(test::reordered(graph, order), moved, options, &moved_rounds);
    ASSERT_EQ(test::put_back(found, order), shared_neighbours(graph, weights, options, &rounds));
    ASSERT_EQ(rounds, moved_rounds);
  }
}

TEST(SharedNeighbours, DoNotDependOnTheNumberOfThreads) {
  Random random(4);
  for (int round = 0; round < 10; ++round) {
    const NeighbourGraph graph = test::random_graph(random, 500);
    const double overlap = random_overlap(random);
    Rounds one;
    Rounds four;
    ASSERT_EQ(shared_neighbours(graph, {}, {.overlap = overlap, .threads = 4}, &four),
              shared_neighbours(graph, {}, {.overlap = overlap, .threads = 1}, &one));
    ASSERT_EQ(one, four);
  }
}

TEST(SharedNeighbours, RoundsAddUp) {
  Random random(5);
  std::size_t longest = 0;
  for (int round = 0; round < 200; ++round) {
    const NeighbourGraph graph = test::random_graph(random, 120);
    Rounds rounds;
    const Clustering found =
        shared_neighbours(graph, {}, {.overlap = random_overlap(random)}, &rounds);
    ASSERT_EQ(rounds[0].clusters, graph.pages());
    ASSERT_EQ(rounds[0].edges, graph.edges());
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      ASSERT_LE(rounds[i].candidates, rounds[i].edges);
      ASSERT_LE(rounds[i].merged, rounds[i].candidates);
      ASSERT_EQ(rounds[i].merged == 0, i + 1 == rounds.size());
      if (i > 0) {
        ASSERT_EQ(rounds[i].clusters, rounds[i - 1].clusters - rounds[i - 1].merged);
      }
    }
    ASSERT_EQ(static_cast<int>(rounds.back().clusters), found.cluster_count);
    longest = std::max(longest, rounds.size());
  }
  EXPECT_GE(longest, 4U);
}

TEST(SharedNeighbours, StopAfterTheIterationsAskedFor) {
  Random random(6);
  for (int round = 0; round < 100; ++round) {
    const NeighbourGraph graph = test::random_graph(random, 60);
    const double overlap = random_overlap(random);
    Rounds all;
    shared_neighbours(graph, {}, {.overlap = overlap}, &all);
    for (int iterations = 0; iterations <= static_cast<int>(all.size()); ++iterations) {
      Rounds some;
      const Clustering found =
          shared_neighbours(graph, {}, {.overlap = overlap, .max_iterations = iterations}, &some);
      ASSERT_EQ(some, Rounds(all.begin(), all.begin() + iterations));
      const std::size_t clusters =
          iterations == 0 ? graph.pages() : some.back().clusters - some.back().merged;
      ASSERT_EQ(static_cast<std::size_t>(found.cluster_count), clusters);
    }
  }
}

TEST(SharedNeighbours, StayInsideTheComponentsOfTheGraph) {
  Random random(7);
  for (int round = 0; round < 100; ++round) {
    const std::uint32_t groups = 1 + random.below(5);
    const std::vector<Edge> edges = test::random_edges(random, 80, groups, random.unit(), 0);
    const Clustering found = clusters_of(NeighbourGraph(80, edges), random_overlap(random));
    for (PageId a = 0; a < 80; ++a) {
      for (PageId b = 0; b < a; ++b) {
        if (a % groups != b % groups) {
          ASSERT_NE(found.labels[a], found.labels[b]);
        }
      }
    }
  }
}

// Only with few edges between groups: the neighbours of a large cluster are those of all
// its pages, so edges that touch most pages of two groups make them one.
TEST(SharedNeighbours, FindPlantedGroupsThroughSomeNoise) {
  Random random(8);
  for (const std::uint32_t groups : {2U, 5U, 8U}) {
    const NeighbourGraph graph(400, test::random_edges(random, 400, groups, 0.95, 0.0002));
    std::vector<int> planted;
    for (std::uint32_t page = 0; page < 400; ++page) {
      planted.push_back(static_cast<int>(page % groups));
    }
    EXPECT_EQ(clusters_of(graph, 0.75), canonical(planted)) << groups;
  }
}

TEST(SharedNeighbours, ThatNothingCanReachLeaveAllAlone) {
  std::vector<Edge> edges;
  test::add_clique(0, 5, edges);
  const NeighbourGraph graph(5, edges);
  for (const double overlap : {1.5, std::numeric_limits<double>::quiet_NaN()}) {
    Rounds rounds;
    EXPECT_EQ(shared_neighbours(graph, {}, {.overlap = overlap}, &rounds), all_alone(5));
    EXPECT_EQ(rounds, (Rounds{{5, 10, 0, 0}}));
  }
}

TEST(SharedNeighbours, AreComparedWithTheOverlapAsFloats) {
  // The ends of the path share 2 of 3 with the page between them.
  const std::vector<Edge> edges{{0, 1, 1}, {1, 2, 1}};
  const NeighbourGraph graph(3, edges);
  EXPECT_EQ(clusters_of(graph, 2.0 / 3).cluster_count, 1);
  EXPECT_EQ(clusters_of(graph, double{2.0F / 3}).cluster_count, 1);
  EXPECT_EQ(clusters_of(graph, 0.66666667).cluster_count, 1);
  EXPECT_EQ(clusters_of(graph, double{std::nextafter(2.0F / 3, 1.0F)}).cluster_count, 3);
}

TEST(SharedNeighbours, TakeWeightsOfAnySize) {
  const std::vector<Edge> edges{{0, 1, 1}, {1, 2, 1}};
  const NeighbourGraph graph(3, edges);
  const std::uint32_t many = 4'000'000'000;
  EXPECT_EQ(shared_neighbours(graph, std::vector{many, many, 1U}, {}).cluster_count, 2);
  EXPECT_EQ(shared_neighbours(graph, std::vector{many, 1U, many}, {}).cluster_count, 3);
  EXPECT_EQ(shared_neighbours(graph, std::vector{1U, many, 1U}, {}).cluster_count, 1);
}

}  // namespace
}  // namespace pagekin::cluster
