#include "pagekin/graph/minhash_lsh.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"

#include "support/collect_pages.h"
#include "support/random_sets.h"
#include "support/rounds.h"
#include "support/shared.h"

namespace pagekin::graph {
namespace {

using features::Features;
using test::kSetMeasures;
using test::random_set_pages;

SimilarPairs lsh(const measure::Measure& measure, std::span<const Features> pages, double at_least,
                 unsigned threads = 1) {
  return threshold_join(measure, pages,
                        {.at_least = at_least, .threads = threads, .search = Search::kLsh});
}

// Whether all pairs of `found` are in `all`, with the same similarity.
bool is_part_of(const SimilarPairs& found, const SimilarPairs& all) {
  if (found.class_of != all.class_of) return false;
  for (std::size_t number = 0; number < found.class_sizes.size(); ++number) {
    for (const Neighbour& neighbour : found.graph[number]) {
      if (std::ranges::count(all.graph[number], neighbour) != 1) return false;
    }
  }
  return true;
}

TEST(MinhashLsh, FindsNothingButSimilarPairsAndAlmostAllOfThem) {
  for (const std::string_view name : kSetMeasures) {
    const auto measure = measure::make(name);
    for (const double at_least : {0.1, 0.3, 0.5, 0.8, 0.95, 1.0}) {
      std::uint64_t found = 0;
      std::uint64_t all = 0;
      for (std::uint64_t seed = 0; seed < test::rounds(12U); ++seed) {
        const std::vector<Features> pages = random_set_pages(seed, 60);
        const SimilarPairs some = lsh(*measure, pages, at_least);
        const SimilarPairs exact = threshold_join(*measure, pages, {.at_least = at_least});
        ASSERT_TRUE(is_part_of(some, exact)) << name << " " << seed << " at " << at_least;
        std::uint64_t settled = 0;
        for (const StageCount& stage : some.stages) settled += stage.rejected + stage.accepted;
        const std::uint64_t classes = some.class_sizes.size();
        EXPECT_EQ(settled, classes * (classes - 1) / 2);
        found += some.graph.edges();
        all += exact.graph.edges();
      }
      EXPECT_GE(found, all - all / 500) << name << " at " << at_least;
    }
  }
}

TEST(MinhashLsh, IsExactWhereBandsWouldMissTooMuch) {
  const std::vector<Features> pages = random_set_pages(3, 60);
  for (const std::string_view name : kSetMeasures) {
    const auto measure = measure::make(name);
    const SimilarPairs found = lsh(*measure, pages, 0.01);
    EXPECT_EQ(found.graph, threshold_join(*measure, pages, {.at_least = 0.01}).graph);
  }
}

// Sets of all sizes up to 40: no pair that reaches the threshold has a smaller Jaccard
// similarity, and some pairs have nearly that one.
TEST(MinhashLsh, KnowsTheLeastJaccardSimilarityOfAThreshold) {
  using measure::Overlap;
  for (const Overlap overlap :
       {Overlap::kJaccard, Overlap::kDice, Overlap::kShareOfLarger, Overlap::kBinaryCosine}) {
    for (const double at_least : {0.2, 0.5, 0.7, 0.8, 1.0}) {
      double least = 1;
      for (std::size_t a = 1; a <= 40; ++a) {
        for (std::size_t b = 1; b <= a; ++b) {
          for (std::size_t common = 1; common <= b; ++common) {
            if (measure::OverlapScore(overlap, a, b)(common) < at_least) continue;
            least = std::min(least, measure::OverlapScore(Overlap::kJaccard, a, b)(common));
          }
        }
      }
      EXPECT_GE(least, least_jaccard(overlap, at_least) - 1e-9);
      EXPECT_LE(least, least_jaccard(overlap, at_least) + 0.03);
    }
  }
}

TEST(MinhashLsh, NeitherThreadsNorTheOrderOfPagesShow) {
  std::vector<Features> pages = random_set_pages(6, 300);
  const auto measure = measure::make("common_paths");
  const SimilarPairs one = lsh(*measure, pages, 0.5);
  const SimilarPairs many = lsh(*measure, pages, 0.5, 5);
  EXPECT_GT(one.graph.edges(), 0U);
  EXPECT_EQ(one.graph, many.graph);
  EXPECT_EQ(one.stages, many.stages);
  std::ranges::reverse(pages);
  SimilarPairs reversed = lsh(*measure, pages, 0.5);
  std::ranges::reverse(reversed.class_of);
  EXPECT_EQ(first_difference(one, reversed, true), std::nullopt);
}

TEST(MinhashLsh, IsForMeasuresOfSetsOnly) {
  try {
    lsh(*measure::make("ted"), std::vector<Features>(2), 0.8);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(std::string_view(error.what()).find("style, path_cosine, path_jaccard, tree_paths"),
              std::string_view::npos)
        << error.what();
  }
}

// At least 99 of 100 pairs above 0.8 on real pages.
TEST(MinhashLsh, FindsThePairsOfRealPages) {
  PAGEKIN_NEEDS_SHARED();
  const auto measure = measure::make("tag_shingles");
  for (const std::string corpus : {"trac-ckan", "hugo-symphonious", "doxygen-v8"}) {
    const auto path = test::shared_dir() / "corpora" / (corpus + ".warc.gz");
    const test::Collected collected = test::collect({path.string()});
    std::vector<Features> pages;
    const std::size_t step = 1 + collected.pages.size() / 700;
    for (std::size_t i = 0; i < collected.pages.size(); i += step) {
      pages.push_back(features::extract(Page{.body = collected.pages[i].body}, measure->needs()));
    }
    const SimilarPairs exact = threshold_join(*measure, pages, {.at_least = 0.8});
    const SimilarPairs found = lsh(*measure, pages, 0.8);
    ASSERT_GT(exact.graph.edges(), 500U) << corpus;
    EXPECT_TRUE(is_part_of(found, exact)) << corpus;
    EXPECT_GE(static_cast<double>(found.graph.edges()),
              0.99 * static_cast<double>(exact.graph.edges()))
        << corpus;
  }
}

}  // namespace
}  // namespace pagekin::graph
