#include <gtest/gtest.h>

#include "support/compare_pages.h"

namespace pagekin::measure {
namespace {

Features path_levenshtein_pages(std::vector<std::uint64_t> paths) {
  return {.document_paths = std::move(paths)};
}

TEST(PathLevenshtein, IsTheEditSimilarityOfDocumentVectors) {
  const auto measure = make("path_levenshtein");
  // The vectors of the paper: from 5 1 3 to 5 6 7 8 takes two replacements and two deletions.
  EXPECT_DOUBLE_EQ(measure->similarity(path_levenshtein_pages({0, 1, 2, 3, 4, 5, 6, 7, 8}),
                                       path_levenshtein_pages({0, 1, 2, 3, 4, 1, 3})),
                   1 - 4.0 / 9);
  EXPECT_EQ(measure->similarity(path_levenshtein_pages({}), path_levenshtein_pages({})), 1);
  EXPECT_EQ(measure->similarity(path_levenshtein_pages({}), path_levenshtein_pages({1})), 0);
}

TEST(PathLevenshtein, OneChangedTextIsOneEdit) {
  // html head body p "one"
  EXPECT_DOUBLE_EQ(test::compare_pages("path_levenshtein", "<p>one", "<p>two"), 1 - 1.0 / 5);
}

TEST(PathLevenshtein, ShowsHowManyPathsAreCommon) {
  const Basis basis =
      make("path_levenshtein")
          ->basis(path_levenshtein_pages({3, 2, 1}), path_levenshtein_pages({1, 5, 2, 7}));
  EXPECT_EQ(basis.sizes[0], 3u);
  EXPECT_EQ(basis.shared, 2u);
}

}  // namespace
}  // namespace pagekin::measure
