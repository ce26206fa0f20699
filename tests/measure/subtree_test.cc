#include "pagekin/align/subtree_matching.h"

#include "measure/tree_measure_checks.h"

namespace pagekin::measure {
namespace {

TEST(Subtree, OfTheThreeSmallCasesOfThePaper) {
  EXPECT_EQ(similarity("subtree", "div", "div"), 1);
  EXPECT_EQ(similarity("subtree", "div", "div(p)"), 1.0 / 2);
  EXPECT_EQ(similarity("subtree", "div(ul)", "div(p b)"), 1.0 / 4);
}

TEST(Subtree, OfDifferentRootsIsZero) { EXPECT_EQ(similarity("subtree", "div(p)", "ul(p)"), 0); }

TEST(Subtree, WeighsChildrenByDepthAndLeaves) {
  // The two ul are a pair of similarity 1, p has no partner. By depth 1 (2 + 2) / (2 (2 + 1)),
  // by leaves 1 (2 + 2) / (2 (2 + 1)).
  EXPECT_DOUBLE_EQ(similarity("subtree", "div(ul(b b) p)", "div(ul(b b))"), 2.0 / 3);
  // One deep child with one leaf among three: by depth 1 (3 + 3) / (2 (3 + 1)),
  // by leaves 1 (1 + 1) / (2 (1 + 1)).
  EXPECT_DOUBLE_EQ(similarity("subtree", "div(ul(b(i)) p)", "div(ul(b(i)))"),
                   (6.0 / 8 + 2.0 / 4) / 2);
}

TEST(Subtree, MatchesTheMostSimilarFirst) {
  // ul(b b) is paired with its equal, though ul(p) comes first; ul(p) and ul(b) have 1/2.
  const double rest = 1.0 / 2;
  const double by_depth = (1 * (2 + 2) + rest * (2 + 2)) / (2 * (2 + 2));
  const double by_leaves = (1 * (2 + 2) + rest * (1 + 1)) / (2 * (1 + 2));
  EXPECT_DOUBLE_EQ(similarity("subtree", "div(ul(p) ul(b b))", "div(ul(b b) ul(b))"),
                   (by_depth + by_leaves) / 2);
}

TEST(Subtree, TakesTheLeftmostOfEqualSimilarities) {
  // The only child of the second page has depth 3 and 2 leaves. Its similarity to both children
  // of the first page is 1 / 6. The leaves show which of them is its partner.
  const double s = 1.0 / 6;
  const double by_depth = s * (2 + 3) / (2 * (2 + 2));
  EXPECT_DOUBLE_EQ(similarity("subtree", "div(ul(p) ul(p p))", "div(ul(b(i) b))"),
                   (by_depth + s * (1 + 2) / (2 * 3)) / 2);
  EXPECT_DOUBLE_EQ(similarity("subtree", "div(ul(p p) ul(p))", "div(ul(b(i) b))"),
                   (by_depth + s * (2 + 2) / (2 * 3)) / 2);
}

TEST(Subtree, CountsEachChildOnce) {
  EXPECT_DOUBLE_EQ(similarity("subtree", "ul(li li li li)", "ul(li)"), (1 + 1) / 8.0);
  EXPECT_DOUBLE_EQ(similarity("omf", "ul(li li li li)", "ul(li)"), (4 + 1) / 8.0);
}

TEST(Subtree, OfSiblingsInAnotherOrderIsOne) {
  EXPECT_EQ(similarity("subtree", "div(p ul(li b) a)", "div(ul(b li) a p)"), 1);
}

TEST(Subtree, IsWhatTheDefinitionSaysForRandomTrees) {
  expect_twin("subtree", reference::subtree, 1, 800);
}

TEST(Subtree, IsTheSameToTheLastBitHoweverFewCellsItMayKeep) {
  Random random(2);
  for (int round = 0; round < 300; ++round) {
    const auto [a, b] = random_pair_of_trees(random);
    for (const align::Partners partners : {align::Partners::kOne, align::Partners::kMany}) {
      const double expected = align::match_subtrees(a, b, partners).similarity;
      for (const std::size_t cells : {0U, 3U, 20U}) {
        ASSERT_EQ(align::match_subtrees(a, b, partners, cells).similarity, expected) << round;
      }
    }
  }
}

TEST(Subtree, OfVeryDeepTreesNeedsNoStack) {
  const html::TagId div = html::tag_id("div");
  EXPECT_EQ(make("subtree")->similarity(page(chain(div, 100'000)), page(chain(div, 100'000))), 1);
  const double deeper =
      make("subtree")->similarity(page(chain(div, 100'000)), page(chain(div, 90'000)));
  EXPECT_GT(deeper, 0);
  EXPECT_LT(deeper, 1);
}

TEST(Subtree, OfWideTreesLooksAtDifferentChildrenOnly) {
  // 25,000 equal rows against 20,000 rows of three other kinds.
  const dom::TagTree a = parent_of(1, std::vector<dom::TagTree>(25'000, tree("div(p)")));
  std::vector<dom::TagTree> rows;
  for (int i = 0; i < 20'000; ++i) {
    rows.push_back(tree(i % 3 == 0 ? "div(b)" : i % 3 == 1 ? "div(i)" : "div(p b)"));
  }
  const align::SubtreeMatching found =
      align::match_subtrees(a, parent_of(1, rows), align::Partners::kOne);
  EXPECT_GT(found.similarity, 0);
  EXPECT_LT(found.steps, 200'000U);
  EXPECT_LT(align::match_subtrees(a, parent_of(1, rows), align::Partners::kMany).steps, 100U);
}

TEST(Subtree, OfAnEmptyTree) { expect_empty_sides("subtree"); }

TEST(Subtree, ReadsTheClippedTreeUnlessTold) { expect_needs_follow_clip("subtree"); }

}  // namespace
}  // namespace pagekin::measure
