#include "pagekin/features/fold.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"
#include "pagekin/features/features.h"

#include "reference/tree_features.h"
#include "support/random_page.h"
#include "support/tree_pairs.h"
#include "support/trees.h"

namespace pagekin::features {
namespace {

TEST(Fold, KeepsTheFirstOfEqualSiblings) {
  EXPECT_EQ(fold(tree("ul(li li li)")), tree("ul(li)"));
  EXPECT_EQ(fold(tree("ul(li(a) li(b) li(a))")), tree("ul(li(a) li(b))"));
}

TEST(Fold, FoldsFromTheLeavesUp) {
  EXPECT_EQ(fold(tree("ul(li(a) li(a b b) li(a) li(a b))")), tree("ul(li(a) li(a b))"));
  EXPECT_EQ(fold(tree("body(div(p p) div(p) div(p p p))")), tree("body(div(p))"));
}

TEST(Fold, FindsEqualSiblingsThatAreNotSideBySide) {
  EXPECT_EQ(fold(tree("dl(dt dd dt dd dt dd)")), tree("dl(dt dd)"));
}

TEST(Fold, TellsTheOrderOfChildren) {
  EXPECT_EQ(fold(tree("ul(li(a b) li(b a))")), tree("ul(li(a b) li(b a))"));
}

TEST(Fold, TellsChildrenFromGrandchildren) {
  EXPECT_EQ(fold(tree("ul(li(a(b)) li(a b))")), tree("ul(li(a(b)) li(a b))"));
}

TEST(Fold, TellsElementsInsideTheirLike) {
  EXPECT_EQ(fold(tree("body(p(p) div(div) p(p(p)))")), tree("body(p(p) div(div) p(p(p)))"));
}

TEST(Fold, LeavesEqualSubtreesOfDifferentParents) {
  EXPECT_EQ(fold(tree("body(div(p) section(p))")), tree("body(div(p) section(p))"));
}

TEST(Fold, OfNothingOrOneElementChangesNothing) {
  EXPECT_EQ(fold({}), dom::TagTree{});
  EXPECT_EQ(fold(tree("p")), tree("p"));
}

TEST(Fold, IsWhatTheDefinitionSaysForRandomTrees) {
  Random random(1);
  int smaller = 0;
  for (int round = 0; round < 500; ++round) {
    const dom::TagTree page =
        random_tree(random, 80, 1 + random.below(8), 0.2 + 0.2 * random.below(4));
    const dom::TagTree folded = fold(page);
    ASSERT_EQ(folded, reference::fold(page)) << "round " << round;
    ASSERT_EQ(fold(folded), folded) << "round " << round;
    ASSERT_LE(folded.size(), page.size());
    smaller += folded.size() < page.size() ? 1 : 0;
  }
  EXPECT_GT(smaller, 250);
}

TEST(Fold, MakesPagesEqualThatDifferInRepetitionOnly) {
  Random random(2);
  for (int round = 0; round < 200; ++round) {
    const dom::TagTree item = random_tree(random, 20, 4);
    const dom::TagTree other = parent_of(html::tag_id("aside"), {random_tree(random, 20, 4)});
    std::vector<dom::TagTree> few{item, other};
    std::vector<dom::TagTree> many = few;
    many.insert(many.end(), 1 + random.below(20), random.chance(0.5) ? item : other);
    ASSERT_EQ(fold(parent_of(html::tag_id("body"), few)),
              fold(parent_of(html::tag_id("body"), many)));
  }
}

TEST(Fold, OfAVeryDeepTreeNeedsNoStack) {
  const dom::TagTree page = chain(html::tag_id("div"), 100'000);
  EXPECT_EQ(fold(page), page);
  EXPECT_EQ(fold(parent_of(html::tag_id("body"), {page, page})),
            parent_of(html::tag_id("body"), {page}));
}

// Quadratic work on siblings would show: 10^10 comparisons.
TEST(Fold, TakesManyDifferentSiblings) {
  dom::TagTree page{{html::tag_id("body")}, {100'001}};
  for (html::TagId tag = 1; tag <= 100'000; ++tag) {
    page.tags.push_back(tag);
    page.sizes.push_back(1);
  }
  EXPECT_EQ(fold(page), page);
  std::fill(page.tags.begin() + 1, page.tags.end(), html::tag_id("p"));
  EXPECT_EQ(fold(page), tree("body(p)"));
}

TEST(Fold, IsWhatExtractionGivesWhereAFoldedTreeIsNeeded) {
  Random random(3);
  for (int round = 0; round < 100; ++round) {
    const std::string body = test::random_page(random, 150);
    const Page page{.id = "page", .body = body};
    const Features both = extract(page, {.tree = true, .folded_tree = true});
    ASSERT_EQ(both.folded_tree, fold(both.tree));
    const Features alone = extract(page, {.folded_tree = true});
    ASSERT_EQ(alone.folded_tree, both.folded_tree);
    ASSERT_TRUE(alone.tree.empty());
    ASSERT_TRUE(extract(page, {.tree = true}).folded_tree.empty());
  }
}

TEST(Fold, IsANeedOfItsOwn) {
  Needs needs{.tree = true};
  EXPECT_TRUE(needs.merge({.folded_tree = true}));
  EXPECT_TRUE(needs.tree);
  EXPECT_TRUE(needs.folded_tree);
  EXPECT_TRUE(Needs{.folded_tree = true}.any_from_tree());
}

}  // namespace
}  // namespace pagekin::features
