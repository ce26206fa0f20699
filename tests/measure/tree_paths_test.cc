#include <gtest/gtest.h>

#include "support/compare_pages.h"

namespace pagekin::measure {
namespace {

using test::compare_pages;

TEST(TreePaths, IsTwiceTheCommonPathsOverAllPaths) {
  // html/head, html/body/div, html/body/ul/li against html/head, html/body/div
  EXPECT_DOUBLE_EQ(compare_pages("tree_paths:clip=false", "<div></div><ul><li></ul>", "<div>"),
                   2 * 2.0 / 5);
}

TEST(TreePaths, CutsInlineMarkupFirst) {
  // Clipped: html/body/div against html/body/div, html/body/ul.
  EXPECT_DOUBLE_EQ(
      compare_pages("tree_paths", "<div><b>x</b></div>", "<div><i>y</i></div><ul><li>z</ul>"),
      2 * 1.0 / 3);
  EXPECT_LT(compare_pages("tree_paths:clip=false", "<div><b>x</b></div>", "<div><i>y</i></div>"),
            compare_pages("tree_paths", "<div><b>x</b></div>", "<div><i>y</i></div>"));
}

TEST(TreePaths, AsksForWhatItCompares) {
  EXPECT_TRUE(make("tree_paths")->needs().clipped_leaf_paths);
  EXPECT_FALSE(make("tree_paths")->needs().leaf_paths);
  EXPECT_TRUE(make("tree_paths:clip=false")->needs().leaf_paths);
}

}  // namespace
}  // namespace pagekin::measure
