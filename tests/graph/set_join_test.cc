#include "pagekin/graph/set_join.h"

#include <algorithm>
#include <numeric>
#include <ostream>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"

#include "graph/print_difference.h"
#include "support/random_sets.h"
#include "support/rounds.h"

namespace pagekin::graph {

namespace {

using features::Features;
using test::kSetMeasures;
using test::random_set_pages;

// Compares each pair by the measure.
std::vector<Edge> by_definition(const measure::Measure& measure, std::span<const Features> pages,
                                double at_least) {
  std::vector<Edge> edges;
  for (PageId a = 0; a < pages.size(); ++a) {
    for (PageId b = a + 1; b < pages.size(); ++b) {
      const double similarity = measure.similarity(pages[a], pages[b], 0);
      if (measure::reaches(similarity, at_least)) {
        edges.push_back({a, b, static_cast<float>(similarity)});
      }
    }
  }
  return edges;
}

SimilarPairs as_pairs(std::span<const Edge> edges, std::size_t pages) {
  SimilarPairs pairs;
  pairs.graph = NeighbourGraph(pages, edges);
  pairs.class_of.resize(pages);
  std::iota(pairs.class_of.begin(), pairs.class_of.end(), 0U);
  pairs.class_sizes.assign(pages, 1);
  return pairs;
}

std::uint64_t settled(const SimilarPairs& similar) {
  std::uint64_t pairs = 0;
  for (const StageCount& stage : similar.stages) pairs += stage.rejected + stage.accepted;
  return pairs;
}

TEST(SetJoin, FindsThePairsThatComparingAllFinds) {
  for (std::uint64_t seed = 0; seed < test::rounds(32U); ++seed) {
    const std::vector<Features> pages = random_set_pages(seed, 40);
    for (const std::string_view name : kSetMeasures) {
      const auto measure = measure::make(name);
      for (const double at_least : {0.01, 0.2, 0.5, 2.0 / 3, 0.75, 0.8, 0.9, 0.99, 1.0}) {
        SCOPED_TRACE(testing::Message() << name << " seed " << seed << " at " << at_least);
        const SimilarPairs joined = set_join(
            *measure->as_set(), pages, {.at_least = at_least, .threads = seed % 4 == 0 ? 2U : 1U});
        const auto expected = as_pairs(by_definition(*measure, pages, at_least), pages.size());
        ASSERT_EQ(first_difference(joined, expected, true), std::nullopt);
        ASSERT_EQ(joined.similar_pairs(), expected.similar_pairs());
        const std::uint64_t classes = joined.class_sizes.size();
        ASSERT_EQ(settled(joined), classes * (classes - 1) / 2);
      }
    }
  }
}

TEST(SetJoin, SimilaritiesThatOccurAreReachedExactly) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const std::vector<Features> pages = random_set_pages(seed, 20);
    for (const std::string_view name : kSetMeasures) {
      const auto measure = measure::make(name);
      for (const Edge& edge : by_definition(*measure, pages, 1e-3)) {
        const double tie = measure->similarity(pages[edge.a], pages[edge.b]);
        for (const double at_least : {tie, tie - 1e-5, tie + 1e-5}) {
          if (at_least > 1) continue;
          const SimilarPairs joined =
              set_join(*measure->as_set(), pages, {.at_least = at_least, .threads = 1});
          const auto expected = by_definition(*measure, pages, at_least);
          ASSERT_EQ(joined.similar_pairs(), expected.size()) << name << " at " << at_least;
        }
        if (edge.a > 0) break;
      }
    }
  }
}

TEST(SetJoin, IsWhatTheThresholdJoinUses) {
  const std::vector<Features> pages = random_set_pages(3, 60);
  for (const std::string_view name : kSetMeasures) {
    const auto measure = measure::make(name);
    const SimilarPairs joined = threshold_join(*measure, pages, {.at_least = 0.7});
    EXPECT_EQ(joined.stages[1].name, "prefix");
    EXPECT_EQ(first_difference(joined, compare_all(*measure, pages, {.at_least = 0.7}), true),
              std::nullopt);
  }
}

TEST(SetJoin, EmptySetsAreEqualAndLikeNoOther) {
  std::vector<Features> pages(5);
  pages[1].class_names = {7};
  pages[3].class_names = {7};
  pages[4].class_names = {7, 8};
  const auto measure = measure::make("style");
  const SimilarPairs similar = threshold_join(*measure, pages, {.at_least = 0.01});
  EXPECT_EQ(similar.class_of, (std::vector<std::uint32_t>{0, 1, 0, 1, 2}));
  EXPECT_EQ(similar.equal_pairs, 2U);
  ASSERT_EQ(similar.graph.edges(), 1U);
  EXPECT_EQ(similar.graph[1][0], (Neighbour{2, 0.5F}));
  EXPECT_EQ(settled(similar), 3U);
}

TEST(SetJoin, TheNumberOfThreadsDoesNotShow) {
  const std::vector<Features> pages = random_set_pages(6, 400);
  const auto measure = measure::make("pq_gram");
  const SimilarPairs one = set_join(*measure->as_set(), pages, {.at_least = 0.6, .threads = 1});
  EXPECT_GT(one.graph.edges(), 0U);
  for (const unsigned threads : {2U, 7U}) {
    const SimilarPairs many =
        set_join(*measure->as_set(), pages, {.at_least = 0.6, .threads = threads});
    EXPECT_EQ(one.graph, many.graph);
    EXPECT_EQ(one.class_of, many.class_of);
    EXPECT_EQ(one.stages, many.stages);
  }
}

TEST(SetJoin, TheOrderOfPagesDoesNotMatter) {
  const std::vector<Features> pages = random_set_pages(7, 90);
  std::vector<std::size_t> order(pages.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Random random(1);
  for (std::size_t i = order.size() - 1; i > 0; --i) {
    std::swap(order[i], order[random.below(static_cast<std::uint32_t>(i) + 1)]);
  }
  std::vector<Features> shuffled;
  for (const std::size_t page : order) shuffled.push_back(pages[page]);
  for (const std::string_view name : kSetMeasures) {
    const auto measure = measure::make(name);
    const SimilarPairs first = set_join(*measure->as_set(), pages, {.at_least = 0.5});
    SimilarPairs second = set_join(*measure->as_set(), shuffled, {.at_least = 0.5});
    std::vector<std::uint32_t> class_of(pages.size());
    for (std::size_t i = 0; i < order.size(); ++i) class_of[order[i]] = second.class_of[i];
    second.class_of = class_of;
    EXPECT_EQ(first_difference(first, second, true), std::nullopt);
  }
}

// All pages share a frame, and a few share another part.
TEST(SetJoin, AFrameThatAllPagesShareMakesNoPairsMeet) {
  std::vector<Features> pages(1'000);
  for (std::uint64_t page = 0; page < pages.size(); ++page) {
    std::vector<std::uint64_t>& names = pages[page].class_names;
    for (std::uint64_t i = 0; i < 50; ++i) names.push_back(i);
    for (std::uint64_t i = 0; i < 49; ++i) names.push_back(1'000 + page / 5 * 100 + i);
    names.push_back(1'000'000 + page);
  }
  const SimilarPairs similar = threshold_join(*measure::make("style"), pages, {.at_least = 0.8});
  EXPECT_EQ(similar.graph.edges(), 200U * 10);
  EXPECT_EQ(similar.stages.back().rejected, 0U);
  EXPECT_EQ(similar.stages.back().accepted, 200U * 10);
}

TEST(SetJoin, ProgressCountsPairsOfClasses) {
  const std::vector<Features> pages = random_set_pages(9, 70);
  Progress progress;
  const SimilarPairs similar =
      set_join(*measure::make("style")->as_set(), pages, {.at_least = 0.8}, &progress);
  const std::uint64_t classes = similar.class_sizes.size();
  EXPECT_EQ(progress.total, classes * (classes - 1) / 2);
  EXPECT_EQ(progress.done, progress.total);
}

TEST(SetJoin, TooManyPairsAreAnError) {
  const std::vector<Features> pages = random_set_pages(8, 60);
  const auto measure = measure::make("style");
  const std::size_t edges = threshold_join(*measure, pages, {.at_least = 0.3}).graph.edges();
  ASSERT_GT(edges, 0U);
  EXPECT_NO_THROW(threshold_join(*measure, pages, {.at_least = 0.3, .most_edges = edges}));
  EXPECT_THROW(threshold_join(*measure, pages, {.at_least = 0.3, .most_edges = edges - 1}), Error);
}

TEST(SetJoin, OfNoPagesAndOfOneHasNoPairs) {
  for (const std::size_t count : {0U, 1U}) {
    const SimilarPairs similar =
        threshold_join(*measure::make("style"), std::vector<Features>(count), {});
    EXPECT_EQ(similar.graph.pages(), count);
    EXPECT_EQ(similar.similar_pairs(), 0U);
  }
}

}  // namespace
}  // namespace pagekin::graph
