#include <gtest/gtest.h>

#include "support/compare_pages.h"

namespace pagekin::measure {
namespace {

Features path_jaccard_pages(const Measure& measure, std::vector<std::uint64_t> paths) {
  Features page{.document_paths = std::move(paths)};
  measure.prepare(page);
  return page;
}

TEST(PathJaccard, OfTheExampleOfThePaper) {
  const auto measure = make("path_jaccard");
  EXPECT_DOUBLE_EQ(measure->similarity(path_jaccard_pages(*measure, {0, 1, 2, 3, 4, 5, 6, 7, 8}),
                                       path_jaccard_pages(*measure, {0, 1, 2, 3, 4, 1, 3})),
                   4.0 / 10);
}

TEST(PathJaccard, AShortVectorIsOneShingle) {
  const auto measure = make("path_jaccard");
  EXPECT_EQ(
      measure->similarity(path_jaccard_pages(*measure, {5}), path_jaccard_pages(*measure, {5})), 1);
  EXPECT_EQ(
      measure->similarity(path_jaccard_pages(*measure, {5}), path_jaccard_pages(*measure, {})), 0);
}

TEST(PathJaccard, NumbersRepeatedPaths) {
  // The plain sets of paths of these pages are equal.
  EXPECT_LT(test::compare_pages("path_jaccard:shingle=1", "<p><p><p>", "<p>"), 1);
}

}  // namespace
}  // namespace pagekin::measure
