#include <gtest/gtest.h>

#include "support/compare_pages.h"

namespace pagekin::measure {
namespace {

using test::compare_pages;

TEST(CommonPathShingles, SeesTheOrderOfPaths) {
  // head p p b against head p b p: of the pairs {hp pp pb} and {hp pb bp} two are common.
  EXPECT_DOUBLE_EQ(compare_pages("common_path_shingles:shingle=2", "<p></p><p></p><b></b>",
                                 "<p></p><b></b><p></p>"),
                   2.0 / 3);
  EXPECT_EQ(compare_pages("common_paths", "<p></p><p></p><b></b>", "<p></p><b></b><p></p>"), 1);
}

TEST(CommonPathShingles, AFewPathsAreOneShingle) {
  EXPECT_EQ(compare_pages("common_path_shingles", "<p>", "<p>"), 1);
  EXPECT_EQ(compare_pages("common_path_shingles", "<p>", "<b>"), 0);
}

TEST(CommonPathShingles, OptionsReachExtraction) {
  EXPECT_EQ(make("common_path_shingles")->needs().leaf_path_shingle, 4);
  EXPECT_EQ(make("common_path_shingles:shingle=7")->needs().leaf_path_shingle, 7);
}

}  // namespace
}  // namespace pagekin::measure
