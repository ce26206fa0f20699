#include "pagekin/graph/similarities.h"

#include <vector>

#include <gtest/gtest.h>

#include "support/styled_pages.h"

namespace pagekin::graph {
namespace {

// Every pair of pages, equal ones included, as a graph of pages.
NeighbourGraph opened_up(const SimilarPairs& pairs) {
  std::vector<Edge> edges;
  const auto pages = static_cast<PageId>(pairs.class_of.size());
  for (PageId a = 0; a < pages; ++a) {
    for (PageId b = 0; b < a; ++b) {
      const std::uint32_t class_a = pairs.class_of[a];
      const std::uint32_t class_b = pairs.class_of[b];
      if (class_a == class_b) edges.push_back({a, b, 1});
      for (const Neighbour& neighbour : pairs.graph[class_a]) {
        if (neighbour.page == class_b) edges.push_back({a, b, neighbour.similarity});
      }
    }
  }
  return NeighbourGraph(pages, edges);
}

TEST(Similarities, AskedOftenAreThoseAskedOnce) {
  const auto measure = measure::make("style");
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const std::vector<features::Features> pages = test::styled_pages(seed, seed % 30);
    Similarities once(*measure, pages);
    Similarities often(*measure, pages, 0, nullptr, Similarities::Asked::kOften);
    for (const double at_least : {0.01, 0.4, 0.5, 0.75, 1.0}) {
      const JoinOptions options{.at_least = at_least, .exact = true};
      EXPECT_EQ(opened_up(often.join(options)), opened_up(once.join(options))) << seed;
    }
    for (const int neighbours : {1, 3, 100}) {
      EXPECT_EQ(opened_up(often.nearest(neighbours)), opened_up(once.nearest(neighbours))) << seed;
    }
  }
}

TEST(Similarities, AskedOftenAreComparedOnce) {
  const auto measure = measure::make("style");
  const std::vector<features::Features> pages = test::styled_pages(1, 20);
  Progress progress;
  Similarities often(*measure, pages, 1, &progress, Similarities::Asked::kOften);
  often.join({.at_least = 0.5});
  often.join({.at_least = 0.8});
  EXPECT_EQ(often.matrix().pages(), 20U);
  EXPECT_EQ(progress.items, 190U);
}

}  // namespace
}  // namespace pagekin::graph
