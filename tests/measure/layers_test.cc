#include "measure/tree_measure_checks.h"

namespace pagekin::measure {
namespace {

TEST(Layers, WeighsDepthsByTheLongerLayer) {
  // html 1 of 1; "head body" to "body" 1 edit of 2; "title p p" to "p ul" 2 edits of 3.
  EXPECT_DOUBLE_EQ(similarity("layers", "html(head(title) body(p p))", "html(body(p ul))"),
                   1 - 3.0 / 6);
}

TEST(Layers, CountADepthThatOneTreeLacksAsUnlike) {
  EXPECT_DOUBLE_EQ(similarity("layers", "html(body(p p p))", "html(body)"), 1 - 3.0 / 5);
}

TEST(Layers, DoNotSeeParents) {
  EXPECT_EQ(similarity("layers", "div(ul(p p) ul)", "div(ul ul(p p))"), 1);
}

TEST(Layers, AreWhatTheDefinitionSaysForRandomTrees) {
  expect_twin("layers", reference::layers, 1);
}

TEST(Layers, OfVeryDeepTreesNeedNoStack) {
  const html::TagId div = html::tag_id("div");
  EXPECT_DOUBLE_EQ(make("layers")->similarity(page(chain(div, 100'000)), page(chain(div, 90'000))),
                   0.9);
}

TEST(Layers, OfAnEmptyTree) { expect_empty_sides("layers"); }

}  // namespace
}  // namespace pagekin::measure
