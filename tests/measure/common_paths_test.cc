#include <gtest/gtest.h>

#include "support/compare_pages.h"

namespace pagekin::measure {
namespace {

using test::compare_pages;

TEST(CommonPaths, IsTheOverlapOverTheLargerSet) {
  // html/head, html/body/p, html/body/ul/li against html/head, html/body/p
  EXPECT_DOUBLE_EQ(compare_pages("common_paths", "<p>a<p>b<ul><li><li></ul>", "<p>"), 2.0 / 3);
}

TEST(CommonPaths, DoesNotCountRepetition) {
  EXPECT_EQ(compare_pages("common_paths", "<p><p><p>", "<p>"), 1);
}

TEST(CommonPaths, TheSizesBoundIt) {
  const Features a{.leaf_paths = {1}}, b{.leaf_paths = {2, 3, 4, 5}};
  EXPECT_DOUBLE_EQ(make("common_paths")->similarity(a, b, 0.9), 0.25);
  EXPECT_EQ(make("common_paths")->similarity(a, b), 0);
}

}  // namespace
}  // namespace pagekin::measure
