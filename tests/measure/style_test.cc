#include <gtest/gtest.h>

#include "support/compare_pages.h"

namespace pagekin::measure {
namespace {

using test::compare_pages;

TEST(Style, IsTheJaccardSimilarityOfClassNames) {
  EXPECT_DOUBLE_EQ(compare_pages("style", "<p class='a b c'>", "<i class='b'><b class='c d'>"),
                   2.0 / 4);
}

TEST(Style, DoesNotCountRepetition) {
  EXPECT_EQ(compare_pages("style", "<p class=a><p class=a>", "<p class='a a'>"), 1);
}

TEST(Style, PagesWithoutClassesAreEqual) {
  EXPECT_EQ(compare_pages("style", "<p>", "<div><b>"), 1);
  EXPECT_EQ(compare_pages("style", "<p class=a>", "<p>"), 0);
}

TEST(Style, ShowsTheNumbersOfNames) {
  const Features a{.class_names = {1, 2, 3}}, b{.class_names = {2, 3, 4, 5}};
  const Basis basis = make("style")->basis(a, b);
  EXPECT_EQ(basis.sizes[0], 3u);
  EXPECT_EQ(basis.sizes[1], 4u);
  EXPECT_EQ(basis.shared, 2u);
}

}  // namespace
}  // namespace pagekin::measure
