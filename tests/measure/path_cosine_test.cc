#include <cmath>

#include <gtest/gtest.h>

#include "support/compare_pages.h"

namespace pagekin::measure {
namespace {

Features path_cosine_pages(const Measure& measure, std::vector<std::uint64_t> paths) {
  Features page{.document_paths = std::move(paths)};
  measure.prepare(page);
  return page;
}

TEST(PathCosine, OfTheExampleOfThePaper) {
  const auto measure = make("path_cosine");
  const Features a = path_cosine_pages(*measure, {0, 1, 2, 3, 4, 5, 6, 7, 8});
  const Features b = path_cosine_pages(*measure, {0, 1, 2, 3, 4, 1, 3});
  EXPECT_DOUBLE_EQ(measure->similarity(a, b), 4 / std::sqrt(48.0));
  const Basis basis = measure->basis(a, b);
  EXPECT_EQ(basis.sizes[0], 8u);
  EXPECT_EQ(basis.sizes[1], 6u);
  EXPECT_EQ(basis.shared, 4u);
}

TEST(PathCosine, TakesTextsForPartsOfTheStructure) {
  EXPECT_LT(test::compare_pages("path_cosine", "<p>one", "<p>two"), 1);
  EXPECT_EQ(test::compare_pages("path_cosine", "<p>one  two", "<p>\none two "), 1);
}

TEST(PathCosine, LongerShinglesAreOptional) {
  const auto measure = make("path_cosine:shingle=3");
  // {012 123} and {012 124}
  EXPECT_DOUBLE_EQ(measure->similarity(path_cosine_pages(*measure, {0, 1, 2, 3}),
                                       path_cosine_pages(*measure, {0, 1, 2, 4})),
                   0.5);
  EXPECT_EQ(measure->needs().document_shingle, 3);
}

}  // namespace
}  // namespace pagekin::measure
