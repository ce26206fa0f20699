#include "measure/tree_measure_checks.h"

namespace pagekin::measure {
namespace {

TEST(Rtdm, InsertsAndDeletesSubtreesAtTheirSize) {
  EXPECT_DOUBLE_EQ(similarity("rtdm", "div(p)", "div(p ul(b b))"), 1 - 3.0 / 7);
  EXPECT_DOUBLE_EQ(similarity("rtdm", "div(p ul(b b))", "div(p)"), 1 - 3.0 / 7);
}

TEST(Rtdm, ReplacesSubtreesAsAWhole) {
  // Replacing a leaf by a leaf is one edit; children are all deleted and inserted.
  EXPECT_DOUBLE_EQ(similarity("rtdm", "div(p ul b)", "div(p table b)"), 1 - 1.0 / 8);
  EXPECT_DOUBLE_EQ(similarity("rtdm", "div(ul(b b))", "div(table(b b))"), 1 - 5.0 / 8);
  EXPECT_DOUBLE_EQ(similarity("rtdm", "div(p)", "ul(p)"), 1 - 3.0 / 4);
}

TEST(Rtdm, KeepsNothingBelowAWrapper) {
  // div stays; ul(p p) is replaced by section(ul(p p)).
  EXPECT_DOUBLE_EQ(similarity("rtdm", "div(ul(p p))", "div(section(ul(p p)))"), 1 - 6.0 / 9);
}

TEST(Rtdm, IsWhatTheDefinitionSaysForRandomTrees) { expect_twin("rtdm", reference::rtdm, 1, 800); }

TEST(Rtdm, OfVeryDeepTreesNeedsNoStack) {
  const html::TagId div = html::tag_id("div");
  EXPECT_DOUBLE_EQ(make("rtdm")->similarity(page(chain(div, 100'000)), page(chain(div, 90'000))),
                   1 - 10'000.0 / 190'000);
}

TEST(Rtdm, OfAnEmptyTree) { expect_empty_sides("rtdm"); }

}  // namespace
}  // namespace pagekin::measure
