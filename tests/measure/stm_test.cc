#include "pagekin/align/top_down_alignment.h"

#include "measure/tree_measure_checks.h"

namespace pagekin::measure {
namespace {

TEST(Stm, CountsPairsInOrder) {
  // html, body, ul and one of the two children that are exchanged.
  EXPECT_DOUBLE_EQ(similarity("stm", "html(body(ul div(p)))", "html(body(div(p) ul))"),
                   2 * 4.0 / 10);
  EXPECT_DOUBLE_EQ(similarity("stm", "div(ul p b)", "div(ul b)"), 2 * 3.0 / 7);
  EXPECT_EQ(similarity("stm", "div(p)", "ul(p)"), 0);
}

TEST(Stm, MatchesNothingBelowUnmatchedElements) {
  EXPECT_DOUBLE_EQ(similarity("stm", "div(ul(p p p))", "div(section(ul(p p p)))"), 2 * 1.0 / 11);
}

TEST(Stm, TellsSiblingsFromChildren) {
  EXPECT_DOUBLE_EQ(similarity("stm", "p(p p)", "p(p(p))"), 2 * 2.0 / 6);
}

TEST(Stm, IsWhatTheDefinitionSaysForRandomTrees) { expect_twin("stm", reference::stm, 1, 800); }

TEST(Stm, AlignsManyLeavesAtOnce) {
  Random random(2);
  for (int round = 0; round < 100; ++round) {
    const auto row = [&] {
      std::vector<dom::TagTree> children;
      const std::uint32_t count = 10 + random.below(60);
      for (std::uint32_t i = 0; i < count; ++i) children.push_back(random_tree(random, 1, 3));
      if (random.chance(0.3)) children.push_back(random_tree(random, 5, 3));
      return parent_of(1, children);
    };
    const dom::TagTree a = row();
    const dom::TagTree b = row();
    ASSERT_DOUBLE_EQ(make("stm")->similarity(page(a), page(b)),
                     reference::stm(reference::node(a), reference::node(b)));
    ASSERT_DOUBLE_EQ(make("rtdm")->similarity(page(a), page(b)),
                     reference::rtdm(reference::node(a), reference::node(b)));
  }
}

TEST(Stm, PathsBoundTheNumberOfPairs) {
  Random random(3);
  for (int round = 0; round < 300; ++round) {
    const auto [a, b] = random_pair_of_trees(random);
    ASSERT_GE(align::common_path_count(a, b), align::align_top_down(a, b, {1, 0}).gain) << round;
    ASSERT_EQ(align::common_path_count(a, b), align::common_path_count(b, a)) << round;
  }
  EXPECT_EQ(align::common_path_count(tree("div(p p ul(p))"), tree("div(p ul(p p) b)")), 4U);
}

TEST(Stm, OfVeryDeepTreesNeedsNoStack) {
  const html::TagId div = html::tag_id("div");
  EXPECT_DOUBLE_EQ(make("stm")->similarity(page(chain(div, 100'000)), page(chain(div, 90'000))),
                   2 * 90'000.0 / 190'000);
}

TEST(Stm, OfWideTreesTakesFewSteps) {
  Random random(4);
  const auto wide = [&] {
    std::vector<dom::TagTree> children;
    for (int i = 0; i < 50'000; ++i) children.push_back(random_tree(random, 1, 8));
    return parent_of(1, children);
  };
  const dom::TagTree a = wide();
  const dom::TagTree b = wide();
  EXPECT_LT(align::align_top_down(a, b, {1, 0}).steps, 2 * 50'000U * (50'000 / 64 + 2));
}

TEST(Stm, SolvesEqualPairsOfSubtreesOnce) {
  // 2 x 2 different rows, 300 in each page: one table of the rows, and four of their cells.
  std::vector<dom::TagTree> rows_a;
  std::vector<dom::TagTree> rows_b;
  for (int i = 0; i < 300; ++i) {
    rows_a.push_back(i % 2 == 0 ? tree("div(p(i) b p(i) b p b)") : tree("div(p(b) ul b)"));
    rows_b.push_back(i % 2 == 0 ? tree("div(p(b) b p(b) b)") : tree("div(p(ul) b)"));
  }
  const align::TopDownAlignment found =
      align::align_top_down(parent_of(1, rows_a), parent_of(1, rows_b), {1, 0});
  EXPECT_LE(found.steps, 300U * 300 + 4 * 24 + 100);
}

TEST(Stm, OfAnEmptyTree) { expect_empty_sides("stm"); }

TEST(Stm, ReadsTheClippedTreeUnlessTold) { expect_needs_follow_clip("stm"); }

TEST(Stm, TellsHowManyElementsMatch) {
  const Basis basis = make("stm")->basis(page(tree("div(ul p b)")), page(tree("div(ul b)")));
  EXPECT_EQ(basis.sizes[0], 4U);
  EXPECT_EQ(basis.sizes[1], 3U);
  EXPECT_EQ(basis.shared, 3U);
}

}  // namespace
}  // namespace pagekin::measure
