#include "pagekin/graph/nearest_neighbours.h"

#include <algorithm>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "support/styled_pages.h"

namespace pagekin::graph {
namespace {

// All other pages that are as near to one page as its k-th, by definition.
std::map<PageId, float> row(const measure::Measure& measure,
                            const std::vector<features::Features>& pages, std::size_t page,
                            std::size_t k) {
  std::vector<float> similarities;
  for (std::size_t other = 0; other < pages.size(); ++other) {
    if (other != page) {
      similarities.push_back(static_cast<float>(measure.similarity(pages[page], pages[other])));
    }
  }
  std::ranges::sort(similarities, std::greater{});
  const float last = similarities.empty() ? 0 : similarities[std::min(k, similarities.size()) - 1];
  std::map<PageId, float> near;
  for (std::size_t other = 0; other < pages.size(); ++other) {
    const auto similarity = static_cast<float>(measure.similarity(pages[page], pages[other]));
    if (other != page && similarity > 0 && similarity >= last) {
      near[static_cast<PageId>(other)] = similarity;
    }
  }
  return near;
}

TEST(NearestNeighbours, AreThoseThatComparingAllPairsFinds) {
  const auto measure = measure::make("style");
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto pages = test::styled_pages(seed, 2 + static_cast<std::uint32_t>(seed));
    for (const int k : {1, 3, 10}) {
      SCOPED_TRACE(seed * 100 + static_cast<std::uint64_t>(k));
      const SimilarPairs near =
          nearest_neighbours(*measure, pages, {.neighbours = k, .threads = 1});
      std::vector<std::map<PageId, float>> expected(pages.size());
      for (std::size_t page = 0; page < pages.size(); ++page) {
        for (const auto& [other, similarity] :
             row(*measure, pages, page, static_cast<std::size_t>(k))) {
          expected[page][other] = similarity;
          expected[other][static_cast<PageId>(page)] = similarity;
        }
      }
      // `style` finds no equal pages, so that each page is a class.
      ASSERT_EQ(near.graph.pages(), pages.size());
      for (std::size_t page = 0; page < pages.size(); ++page) {
        std::map<PageId, float> found;
        for (const Neighbour& neighbour : near.graph[page]) {
          found[neighbour.page] = neighbour.similarity;
        }
        ASSERT_EQ(found, expected[page]) << page;
      }
    }
  }
}

TEST(NearestNeighbours, DoNotDependOnTheNumberOfThreads) {
  const auto measure = measure::make("style");
  const auto pages = test::styled_pages(5, 200);
  const SimilarPairs one = nearest_neighbours(*measure, pages, {.neighbours = 7, .threads = 1});
  const SimilarPairs many = nearest_neighbours(*measure, pages, {.neighbours = 7, .threads = 6});
  EXPECT_EQ(one.graph, many.graph);
}

TEST(NearestNeighbours, OfNoPagesAreNone) {
  const auto measure = measure::make("style");
  EXPECT_EQ(nearest_neighbours(*measure, {}, {}).graph.pages(), 0U);
  EXPECT_EQ(nearest_neighbours(*measure, test::styled_pages(1, 1), {}).graph.edges(), 0U);
}

}  // namespace
}  // namespace pagekin::graph
