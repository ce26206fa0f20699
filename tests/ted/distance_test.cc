#include "pagekin/ted/distance.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/features/features.h"
#include "pagekin/ted/bounded_distance.h"
#include "pagekin/ted/exact_distance.h"
#include "pagekin/ted/lower_bounds.h"
#include "pagekin/ted/upper_bound.h"

#include "reference/tree_edit.h"
#include "support/collect_pages.h"
#include "support/edit_pairs.h"
#include "support/shared.h"

namespace pagekin::ted {
namespace {

using test::EditPair;
constexpr TreeEditAlgorithm kAlgorithms[] = {
    TreeEditAlgorithm::kApted, TreeEditAlgorithm::kZhangShasha, TreeEditAlgorithm::kRted};

TEST(TreeDistance, IsExactWithoutABound) {
  Random random(1);
  for (int round = 0; round < 600; ++round) {
    const auto [a, b] = test::random_small_trees(random);
    const EditCosts costs = test::random_costs(random);
    const EditPair pair(a, b);
    const EditCost expected = reference::tree_edit_distance(a, b, costs);
    const TreeDistance found =
        tree_distance(pair.a, pair.b, {.costs = costs, .algorithm = kAlgorithms[round % 3]});
    ASSERT_TRUE(found.exact()) << round;
    ASSERT_EQ(found.low, expected) << round;
  }
}

TEST(TreeDistance, AnswersAnyQuestion) {
  Random random(2);
  for (int round = 0; round < 300; ++round) {
    const auto [a, b] = test::random_small_trees(random);
    const EditCosts costs = test::random_costs(random);
    const EditPair pair(a, b);
    const EditCost expected = reference::tree_edit_distance(a, b, costs);
    for (EditCost at_most = 0; at_most <= expected + 2; ++at_most) {
      TreeDistanceQuestion question{.costs = costs, .at_most = at_most};
      const TreeDistance found = tree_distance(pair.a, pair.b, question);
      ASSERT_LE(found.low, expected);
      ASSERT_GE(found.high, expected);
      ASSERT_TRUE(expected <= at_most ? found.exact() : found.low > at_most) << round;

      question.only_verdict = true;
      const TreeDistance verdict = tree_distance(pair.a, pair.b, question);
      ASSERT_LE(verdict.low, expected);
      ASSERT_GE(verdict.high, expected);
      ASSERT_TRUE(expected <= at_most ? verdict.high <= at_most : verdict.low > at_most) << round;
    }
  }
}

TEST(TreeDistance, KnowsEmptyAndEqualTrees) {
  const EditPair none(tree(""), tree("a(b c)"));
  EXPECT_EQ(tree_distance(none.a, none.b, {}).high, 3U);
  EXPECT_EQ(tree_distance(none.a, none.a, {}).high, 0U);
  EXPECT_EQ(tree_distance(none.b, none.b, {}).high, 0U);
  EXPECT_TRUE(tree_distance(none.b, none.a, {.costs = {.remove = 5}}).exact());
  EXPECT_EQ(tree_distance(none.b, none.a, {.costs = {.remove = 5}}).low, 15U);
}

TEST(TreeDistance, GivesBoundsWhereALimitIsMet) {
  Random random(3);
  std::size_t parted = 0;
  for (int round = 0; round < 200; ++round) {
    const auto [a, b] = random_pair_of_trees(random);
    const EditPair pair(a, b);
    const EditCost exact = zhang_shasha(pair.a, pair.b, {});
    for (const TreeEditLimits limits : {TreeEditLimits{.cells = 2000}, {.bytes = 3000}}) {
      EditWork work;
      const TreeDistance found = tree_distance(pair.a, pair.b, {.limits = limits}, &work);
      ASSERT_LE(found.low, exact);
      ASSERT_GE(found.high, exact);
      ASSERT_LE(work.cells, limits.cells);
      ASSERT_LE(work.bytes, limits.bytes);
      parted += found.exact() ? 0 : 1;
    }
  }
  EXPECT_GT(parted, 50U);
}

// Trees that are the worst case of one stage or another. The test limits counts, not time.
TEST(TreeDistance, StaysWithinLimitsForLargePages) {
  constexpr std::uint32_t count = 10'000;
  Random random(4);
  const auto tag = [&](std::uint32_t kinds) { return html::TagId{1 + random.below(kinds)}; };
  dom::TagTree flat_a;
  dom::TagTree flat_b;
  for (dom::TagTree* flat : {&flat_a, &flat_b}) {
    flat->tags.push_back(1);
    flat->sizes.push_back(count);
    while (flat->size() < count - 1) {
      flat->tags.insert(flat->tags.end(), {tag(200), tag(200)});
      flat->sizes.insert(flat->sizes.end(), {2, 1});
    }
    flat->sizes[0] = static_cast<std::uint32_t>(flat->size());
  }
  dom::TagTree chain_a = chain(1, count);
  dom::TagTree chain_b = chain_a;
  for (html::TagId& t : chain_a.tags) t = tag(5);
  for (html::TagId& t : chain_b.tags) t = tag(5);
  dom::TagTree comb_a;  // each element has a leaf and the rest
  for (std::uint32_t i = 0; i < count / 2; ++i) {
    comb_a.tags.insert(comb_a.tags.end(), {tag(3), tag(3)});
    comb_a.sizes.insert(comb_a.sizes.end(), {count - 2 * i, 1});
  }
  dom::TagTree comb_b = comb_a;
  for (html::TagId& t : comb_b.tags) t = random.chance(0.3) ? tag(3) : t;

  const TreeEditLimits limits{.cells = 1 << 24, .bytes = 1 << 26};
  const std::pair<const dom::TagTree&, const dom::TagTree&> pairs[] = {
      {flat_a, flat_b}, {chain_a, chain_b}, {comb_a, comb_b}, {comb_a, chain_a}, {flat_a, comb_a}};
  for (const auto& [a, b] : pairs) {
    const EditPair pair(a, b);
    EditWork work;
    const TreeDistance found = tree_distance(pair.a, pair.b, {.limits = limits}, &work);
    EXPECT_GT(found.low, 0U);
    EXPECT_LE(found.low, found.high);
    EXPECT_LE(found.high, a.size() + b.size());
    EXPECT_LE(work.cells, limits.cells);
    EXPECT_LE(work.bytes, limits.bytes);
  }
}

TEST(TreeDistance, LiesBetweenItsBoundsOnRealPages) {
  PAGEKIN_NEEDS_SHARED();
  const test::Collected collected =
      test::collect({(test::shared_dir() / "corpora/drupal6-cucino.warc.gz").string()});
  std::vector<dom::TagTree> trees;
  for (const test::KeptPage& page : collected.pages) {
    dom::TagTree made =
        features::extract(Page{.id = page.id, .body = page.body, .charset = page.charset},
                          {.tree = true})
            .tree;
    if (made.size() < 500) trees.push_back(std::move(made));
    if (trees.size() == 40) break;
  }
  ASSERT_EQ(trees.size(), 40U);
  for (std::size_t i = 0; i + 1 < trees.size(); ++i) {
    const EditPair pair(trees[i], trees[i + 1]);
    const EditCost distance = zhang_shasha(pair.a, pair.b, {});
    EXPECT_LE(label_bound(pair.a, pair.b, {}), distance);
    EXPECT_LE(preorder_bound(pair.a, pair.b, {}), distance);
    EXPECT_LE(postorder_bound(pair.a, pair.b, {}), distance);
    EXPECT_GE(top_down_bound(pair.a, pair.b, {}), distance);
    EXPECT_EQ(bounded_distance(pair.a, pair.b, {}, UINT64_MAX), distance);
    EXPECT_EQ(tree_distance(pair.a, pair.b, {}).low, distance);
    EXPECT_EQ(tree_distance(pair.a, pair.b, {}).high, distance);
  }
}

}  // namespace
}  // namespace pagekin::ted
