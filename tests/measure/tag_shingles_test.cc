#include <gtest/gtest.h>

#include "support/compare_pages.h"

namespace pagekin::measure {
namespace {

using test::compare_pages;

TEST(TagShingles, IsTheJaccardSimilarityOfRunsOfTags) {
  // p p b b against p p i i: {ppbb} and {ppii} have nothing in common; the pairs
  // {pp pb bb} and {pp pi ii} have one in common.
  EXPECT_EQ(compare_pages("tag_shingles", "<p></p><b></b>", "<p></p><i></i>"), 0);
  EXPECT_DOUBLE_EQ(compare_pages("tag_shingles:shingle=2", "<p></p><b></b>", "<p></p><i></i>"),
                   1.0 / 5);
}

TEST(TagShingles, PagesWithoutTagsAreEqual) {
  EXPECT_EQ(compare_pages("tag_shingles", "text", "other text"), 1);
  EXPECT_EQ(compare_pages("tag_shingles", "text", "<p>"), 0);
}

TEST(TagShingles, OptionsReachExtraction) {
  EXPECT_EQ(make("tag_shingles")->needs().tag_shingle, 4);
  EXPECT_EQ(make("tag_shingles:shingle=9")->needs().tag_shingle, 9);
  EXPECT_FALSE(make("tag_shingles")->needs().any_from_tree());
}

TEST(TagShingles, HasOneThresholdForAllClasses) {
  EXPECT_EQ(make("tag_shingles")->fixed_threshold(), 0.8F);
  EXPECT_EQ(make("common_paths")->fixed_threshold(), std::nullopt);
  EXPECT_EQ(make("tag_shingles")->match_key().has_value(), false);
}

}  // namespace
}  // namespace pagekin::measure
