#include "pagekin/features/clip.h"

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "reference/tree_measures.h"
#include "support/trees.h"

namespace pagekin::features {
namespace {

TEST(Clip, CutsTextElementsWithTheirSubtrees) {
  EXPECT_EQ(clip(tree("html(head(title) body(div(p(a b)) p(span)))")), tree("html(body(div))"));
}

TEST(Clip, KeepsTextElementsAroundABlock) {
  EXPECT_EQ(clip(tree("body(p(a b) span(a i(div(b)) a))")), tree("body(span(i(div)))"));
}

TEST(Clip, KeepsTablesButNotTheirBareRows) {
  EXPECT_EQ(clip(tree("table(tbody(tr(td td) tr(td(div))))")), tree("table(tbody(tr(td(div))))"));
}

TEST(Clip, TakesEveryTagThatIsNotListedForABlock) {
  EXPECT_EQ(clip(tree("html(p(my-element) p(svg) p(main) p(aside))")),
            tree("html(p(my-element) p(svg) p(main))"));
}

TEST(Clip, OfNothingOrOfTextAloneIsNothing) {
  EXPECT_EQ(clip({}), dom::TagTree{});
  EXPECT_EQ(clip(tree("p(a b(i))")), dom::TagTree{});
}

TEST(Clip, IsWhatTheDefinitionSaysForRandomTrees) {
  Random random(1);
  for (int round = 0; round < 400; ++round) {
    const dom::TagTree page = random_tree(random, 60, 8, 0.3 + 0.2 * random.below(3));
    ASSERT_EQ(clip(page), reference::clip(page)) << "round " << round;
  }
}

TEST(Clip, OfAVeryDeepTreeNeedsNoStack) {
  const dom::TagTree page = chain(html::tag_id("div"), 100'000);
  EXPECT_EQ(clip(page), page);
  EXPECT_TRUE(clip(chain(html::tag_id("span"), 100'000)).empty());
}

}  // namespace
}  // namespace pagekin::features
