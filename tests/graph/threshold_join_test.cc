#include "pagekin/graph/threshold_join.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <ostream>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/core/verdicts.h"
#include "pagekin/measure/overlap.h"
#include "pagekin/measure/ted_verdicts.h"
#include "pagekin/ted/exact_distance.h"

#include "graph/print_difference.h"
#include "support/mutated_trees.h"
#include "support/trees.h"

namespace pagekin::graph {

namespace {

using features::Features;

// Compares pages by the textbook algorithm, and joins them by bounds.
class BySomeRule final : public measure::Measure {
 public:
  explicit BySomeRule(const measure::TedFormula& rule) : rule_(rule) {}

  measure::Needs needs() const override { return {.tree = true, .class_names = true}; }
  double similarity(const Features& a, const Features& b, double) const override {
    const ted::EditTreePair trees = ted::edit_trees_of(a.tree, b.tree);
    return rule_.similarity(ted::zhang_shasha(*trees.a, *trees.b, rule_.costs), a.tree.size(),
                            b.tree.size(), measure::jaccard(a.class_names, b.class_names, 0));
  }
  measure::Basis basis(const Features&, const Features&) const override { return {}; }
  std::unique_ptr<Verdicts> verdicts(std::span<const Features> pages, double at_least,
                                     bool exact) const override {
    return measure::ted_verdicts(rule_, pages, at_least, exact);
  }

 private:
  measure::TedFormula rule_;
};

std::vector<Features> some_pages(std::uint64_t seed, std::uint32_t count) {
  Random random(seed);
  std::vector<dom::TagTree> bases;
  for (int i = 0; i < 4; ++i) bases.push_back(random_tree(random, 40, 6, 0.4));
  std::vector<Features> pages(count);
  for (Features& page : pages) {
    page.tree = test::mutated(bases[random.below(4)], random.below(12), random);
    for (std::uint64_t name = 0; name < 5; ++name) {
      if (random.chance(0.7)) page.class_names.push_back(name);
    }
  }
  for (std::uint32_t i = 0; i < count / 4; ++i) pages[random.below(count)] = pages[i];
  return pages;
}

std::uint64_t settled_pairs(const SimilarPairs& similar) {
  std::uint64_t pairs = 0;
  for (const StageCount& stage : similar.stages) pairs += stage.rejected + stage.accepted;
  return pairs;
}

TEST(ThresholdJoin, FindsThePairsThatComparingAllFinds) {
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    const std::vector<Features> pages = some_pages(seed, 32);
    for (const double kappa : {0.0, 0.5, 1.0}) {
      const BySomeRule measure({.by_larger = seed == 0, .kappa = kappa});
      for (const double at_least : {0.7, 0.85, 1.0}) {
        const SimilarPairs compared = compare_all(measure, pages, {.at_least = at_least});
        EXPECT_EQ(compared.equal_pairs, 0U);
        for (const bool exact : {false, true}) {
          const SimilarPairs joined =
              threshold_join(measure, pages, {.at_least = at_least, .exact = exact});
          EXPECT_EQ(first_difference(joined, compared, exact), std::nullopt)
              << "kappa " << kappa << " at least " << at_least;
          EXPECT_EQ(joined.similar_pairs(), compared.similar_pairs());
        }
      }
    }
  }
}

TEST(ThresholdJoin, CountsEveryPairOfClassesOnce) {
  const std::vector<Features> pages = some_pages(5, 70);
  Progress progress;
  const SimilarPairs similar = threshold_join(BySomeRule({}), pages, {.at_least = 0.85}, &progress);
  const std::uint64_t classes = similar.class_sizes.size();
  EXPECT_LT(classes, pages.size());
  EXPECT_EQ(settled_pairs(similar), classes * (classes - 1) / 2);
  EXPECT_EQ(progress.total, classes * (classes - 1) / 2);
  EXPECT_EQ(progress.done, progress.total);
  EXPECT_EQ(similar.pairs(), 70U * 69 / 2);
  EXPECT_EQ(similar.stages[0].name, "size");
  EXPECT_GT(similar.stages[0].rejected, 0U);
  std::uint64_t accepted = 0;
  for (const StageCount& stage : similar.stages) accepted += stage.accepted;
  EXPECT_EQ(accepted, similar.graph.edges());
  EXPECT_EQ(std::accumulate(similar.class_sizes.begin(), similar.class_sizes.end(), 0U), 70U);
}

TEST(ThresholdJoin, ClassesAreNumberedByTheirFirstPage) {
  std::vector<Features> pages(4);
  pages[0].tree = pages[2].tree = tree("html(body(p p p))");
  pages[1].tree = pages[3].tree = tree("html(body(p p))");
  const SimilarPairs similar = threshold_join(BySomeRule({}), pages, {.at_least = 0.85});
  EXPECT_EQ(similar.class_of, (std::vector<std::uint32_t>{0, 1, 0, 1}));
  EXPECT_EQ(similar.class_sizes, (std::vector<std::uint32_t>{2, 2}));
  EXPECT_EQ(similar.equal_pairs, 2U);
  EXPECT_EQ(similar.similar_pairs(), 6U);
}

TEST(ThresholdJoin, TheNumberOfThreadsDoesNotShow) {
  const std::vector<Features> pages = some_pages(6, 150);
  const BySomeRule measure({.kappa = 0.5});
  const SimilarPairs one = threshold_join(measure, pages, {.threads = 1});
  for (const unsigned threads : {2U, 7U}) {
    const SimilarPairs many = threshold_join(measure, pages, {.threads = threads});
    EXPECT_EQ(one.graph, many.graph);
    EXPECT_EQ(one.class_of, many.class_of);
    EXPECT_EQ(one.stages, many.stages);
  }
}

TEST(ThresholdJoin, TheOrderOfPagesDoesNotMatter) {
  const std::vector<Features> pages = some_pages(7, 80);
  Random random(1);
  std::vector<std::size_t> order(pages.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = order.size() - 1; i > 0; --i) {
    std::swap(order[i], order[random.below(static_cast<std::uint32_t>(i) + 1)]);
  }
  std::vector<Features> shuffled;
  for (const std::size_t page : order) shuffled.push_back(pages[page]);

  const BySomeRule measure({});
  for (const bool exact : {false, true}) {
    const JoinOptions options{.at_least = 0.8, .exact = exact};
    const SimilarPairs first = threshold_join(measure, pages, options);
    SimilarPairs second = threshold_join(measure, shuffled, options);
    std::vector<std::uint32_t> class_of(pages.size());
    for (std::size_t i = 0; i < order.size(); ++i) class_of[order[i]] = second.class_of[i];
    second.class_of = class_of;
    EXPECT_EQ(first_difference(first, second, true), std::nullopt);
  }
}

TEST(ThresholdJoin, TooManyPairsAreAnErrorThatSaysWhatToDo) {
  const std::vector<Features> pages = some_pages(8, 40);
  const BySomeRule measure({});
  const std::size_t edges = threshold_join(measure, pages, {.at_least = 0.5}).graph.edges();
  EXPECT_NO_THROW(threshold_join(measure, pages, {.at_least = 0.5, .most_edges = edges}));
  try {
    threshold_join(measure, pages, {.at_least = 0.5, .most_edges = edges - 1});
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(std::string_view(error.what()).find("ask for a larger similarity"),
              std::string_view::npos);
  }
}

TEST(ThresholdJoin, OfNoPagesAndOfOneHasNoPairs) {
  for (const std::size_t count : {0U, 1U}) {
    const SimilarPairs similar = threshold_join(BySomeRule({}), std::vector<Features>(count), {});
    EXPECT_EQ(similar.graph.pages(), count);
    EXPECT_EQ(similar.pairs(), 0U);
    EXPECT_EQ(similar.similar_pairs(), 0U);
  }
}

TEST(ThresholdJoin, ServesMeasuresThatKnowNoBounds) {
  std::vector<Features> pages(3);
  pages[0].tag_counts = {{1, 30}, {2, 40}};
  pages[1].tag_counts = {{1, 40}, {2, 30}};
  pages[2].tag_counts = {{1, 40}};
  const auto measure = measure::make("tag_vector");
  const SimilarPairs similar = threshold_join(*measure, pages, {.at_least = 0.8});
  ASSERT_EQ(similar.graph.edges(), 1U);
  EXPECT_EQ(similar.stages.back().accepted, 1U);
  EXPECT_EQ(similar.stages.back().rejected, 2U);
  EXPECT_FLOAT_EQ(similar.graph[0][0].similarity, 1 - std::sqrt(200.0F) / 100);
}

TEST(FirstDifference, NamesThePairAndBothSimilarities) {
  const std::vector<Edge> some = {{0, 1, 0.9F}};
  const std::vector<Edge> more = {{0, 1, 0.8F}, {1, 2, 0.7F}};
  const auto pairs = [](std::span<const Edge> edges) {
    return SimilarPairs{
        .graph = NeighbourGraph(3, edges), .class_of = {0, 1, 2}, .class_sizes = {1, 1, 1}};
  };
  EXPECT_EQ(first_difference(pairs(some), pairs(some), true), std::nullopt);
  EXPECT_EQ(first_difference(pairs(some), pairs(more), true), (PairDifference{0, 1, 0.9F, 0.8F}));
  EXPECT_EQ(first_difference(pairs(some), pairs(more), false), (PairDifference{1, 2, 0, 0.7F}));
  EXPECT_EQ(first_difference(pairs(more), pairs(some), false), (PairDifference{1, 2, 0.7F, 0}));
}

TEST(FirstDifference, EqualPagesAreAPairOfSimilarityOne) {
  const SimilarPairs together{
      .graph = NeighbourGraph(1), .class_of = {0, 0}, .class_sizes = {2}, .equal_pairs = 1};
  const std::vector<Edge> edges = {{0, 1, 1.0F}};
  const SimilarPairs apart{
      .graph = NeighbourGraph(2, edges), .class_of = {0, 1}, .class_sizes = {1, 1}};
  EXPECT_EQ(first_difference(together, apart, true), std::nullopt);
}

}  // namespace
}  // namespace pagekin::graph
