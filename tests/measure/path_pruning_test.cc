#include "pagekin/measure/path_pruning.h"

#include <map>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/core/random.h"
#include "pagekin/measure/measure.h"

namespace pagekin::measure {
namespace {

using Paths = std::vector<std::uint64_t>;

std::vector<Features> run(const std::vector<Paths>& pages) {
  std::vector<Features> all;
  for (const Paths& paths : pages) all.push_back({.document_paths = paths});
  return all;
}

Paths pruned(const PathPruning& pruning, Paths paths) {
  pruning.prune(paths);
  return paths;
}

TEST(PathPruning, DropsPathsOfOnePageAndOfAllPages) {
  PathPruning pruning;
  pruning.fit(run({{9, 1, 2}, {9, 2, 3}, {9, 4}}));
  EXPECT_EQ(pruned(pruning, {9, 1, 2}), (Paths{2}));
  EXPECT_EQ(pruned(pruning, {4, 2, 9, 2}), (Paths{2, 2}));
}

TEST(PathPruning, DropsPathsThatTheRunDidNotHave) {
  PathPruning pruning;
  pruning.fit(run({{1}, {1}, {2}}));
  EXPECT_EQ(pruned(pruning, {7, 1, 8}), (Paths{1}));
}

TEST(PathPruning, KeepsAllBeforeItWasFittedAndForTwoPages) {
  PathPruning pruning;
  EXPECT_EQ(pruned(pruning, {3, 1}), (Paths{3, 1}));
  pruning.fit(run({{1, 2}, {1, 3}}));
  EXPECT_EQ(pruned(pruning, {3, 1}), (Paths{3, 1}));
  EXPECT_TRUE(pruning.learnt().empty());
}

TEST(PathPruning, APageThatRepeatsAPathCountsOnce) {
  PathPruning pruning;
  pruning.fit(run({{1, 1, 5, 5}, {5}, {2}}));
  EXPECT_EQ(pruned(pruning, {1, 5}), (Paths{5}));
}

TEST(PathPruning, AgreesWithCounting) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    std::vector<Paths> pages(3 + random.below(6));
    std::map<std::uint64_t, std::size_t> page_count;
    for (Paths& paths : pages) {
      for (std::uint64_t path = 0; path < 40; ++path) {
        if (!random.chance(0.5)) continue;
        paths.push_back(mix(path));  // spread over all parts
        ++page_count[paths.back()];
      }
    }
    PathPruning pruning;
    pruning.fit(run(pages));
    for (const Paths& paths : pages) {
      Paths expected;
      for (const std::uint64_t path : paths) {
        if (page_count[path] >= 2 && page_count[path] < pages.size()) expected.push_back(path);
      }
      EXPECT_EQ(pruned(pruning, paths), expected);
    }
    PathPruning other;
    other.learn(pruning.learnt());
    EXPECT_EQ(other.learnt(), pruning.learnt());
    EXPECT_EQ(pruned(other, pages[0]), pruned(pruning, pages[0]));
  }
}

TEST(PathPruning, RemembersThatNothingIsKept) {
  PathPruning pruning, other;
  pruning.fit(run({{1}, {1}, {1}}));
  EXPECT_EQ(pruning.learnt(), std::string(8, '\0'));
  other.learn(pruning.learnt());
  EXPECT_TRUE(pruned(other, {1, 2}).empty());
}

TEST(PathPruning, LearnsFromLittleEndianNumbersInOrder) {
  PathPruning pruning;
  const std::string two(
      "\2\0\0\0\0\0\0\0"
      "\5\0\0\0\0\0\0\0"
      "\0\1\0\0\0\0\0\0",
      24);
  pruning.learn(two);
  EXPECT_EQ(pruned(pruning, {1, 5, 256}), (Paths{5, 256}));
  EXPECT_EQ(pruning.learnt(), two);
}

TEST(PathPruning, RefusesBytesThatItCannotHaveMade) {
  PathPruning pruning;
  EXPECT_THROW(pruning.learn("abc"), Error);
  EXPECT_THROW(pruning.learn(std::string(16, '\0')), Error);   // says none, has one
  EXPECT_THROW(pruning.learn(std::string(8, '\xff')), Error);  // says many, has none
  EXPECT_THROW(pruning.learn("\2\0\0\0\0\0\0\0" + std::string(16, 'a')), Error);
  std::string twice("\2\0\0\0\0\0\0\0", 8);
  twice += std::string(16, 'a');
  EXPECT_THROW(pruning.learn(twice), Error);
}

// The three measures that prune paths.
class PathMeasures : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(All, PathMeasures,
                         testing::Values("path_levenshtein", "path_cosine", "path_jaccard"),
                         [](const auto& each) { return std::string(each.param); });

TEST_P(PathMeasures, PruneByTheRun) {
  const auto measure = make(GetParam());
  std::vector<Features> pages = run({{9, 1, 5, 6}, {9, 2, 5, 6}, {9, 3}});
  const Features unfitted = pages[0];
  measure->fit(pages);
  for (Features& page : pages) measure->prepare(page);
  EXPECT_EQ(pages[0].document_paths, (Paths{5, 6}));
  EXPECT_EQ(measure->similarity(pages[0], pages[1]), 1);
  EXPECT_EQ(measure->similarity(pages[0], pages[2]), 0);  // the third page has no paths left

  // A second call changes nothing.
  Features again = pages[0];
  measure->prepare(again);
  EXPECT_EQ(again.document_paths, pages[0].document_paths);
  EXPECT_EQ(again.document_shingles, pages[0].document_shingles);

  // A measure that learnt from a model gives the same result.
  const auto loaded = make(GetParam());
  loaded->learn(measure->learnt());
  Features from_model = unfitted;
  loaded->prepare(from_model);
  EXPECT_EQ(from_model.document_paths, pages[0].document_paths);
  EXPECT_EQ(from_model.document_shingles, pages[0].document_shingles);
}

TEST_P(PathMeasures, PruningIsOptional) {
  const auto measure = make(std::string(GetParam()) + ":prune=false");
  std::vector<Features> pages = run({{9, 1}, {9, 2}, {9, 3}});
  measure->fit(pages);
  measure->prepare(pages[0]);
  EXPECT_EQ(pages[0].document_paths, (Paths{9, 1}));
  EXPECT_TRUE(measure->learnt().empty());
  EXPECT_THROW(measure->learn(std::string(8, '\0')), Error);
  EXPECT_EQ(measure->needs().prune_paths, false);
  EXPECT_EQ(make(GetParam())->needs().prune_paths, true);
}

}  // namespace
}  // namespace pagekin::measure
