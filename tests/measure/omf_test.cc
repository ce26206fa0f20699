#include "measure/tree_measure_checks.h"

namespace pagekin::measure {
namespace {

TEST(Omf, LetsOneChildBeThePartnerOfMany) {
  // The second page has only one of the four tables of the first, but all four count.
  EXPECT_DOUBLE_EQ(similarity("omf", "div(table table table table)", "div(table)"), 5.0 / 8);
  EXPECT_DOUBLE_EQ(
      similarity("omf", "div(ul(b) ul(b b))", "div(ul(b))"),
      ((1 * 2 + 0.75 * 2 + 1 * 2) / (2 * 4) + (1 * 1 + 0.75 * 2 + 1 * 1) / (2 * 3)) / 2);
}

TEST(Omf, IsNeverBelowSubtree) {
  Random random(3);
  for (int round = 0; round < 300; ++round) {
    const auto [a, b] = random_pair_of_trees(random);
    ASSERT_GE(make("omf")->similarity(page(a), page(b)) + 1e-12,
              make("subtree")->similarity(page(a), page(b)))
        << round;
  }
}

TEST(Omf, IsWhatTheDefinitionSaysForRandomTrees) { expect_twin("omf", reference::omf, 1); }

TEST(Omf, OfVeryDeepTreesNeedsNoStack) {
  const html::TagId div = html::tag_id("div");
  EXPECT_GT(make("omf")->similarity(page(chain(div, 100'000)), page(chain(div, 90'000))), 0);
}

TEST(Omf, OfAnEmptyTree) { expect_empty_sides("omf"); }

TEST(Omf, ReadsTheClippedTreeUnlessTold) { expect_needs_follow_clip("omf"); }

}  // namespace
}  // namespace pagekin::measure
