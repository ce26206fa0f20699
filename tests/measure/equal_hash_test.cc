#include <gtest/gtest.h>

#include "support/compare_pages.h"

namespace pagekin::measure {
namespace {

using test::compare_pages;

constexpr std::string_view kPage = "<head><title>a</title></head><body><p>b</p></body>";

TEST(Md5Measure, IsOneForEqualTags) {
  EXPECT_EQ(compare_pages("md5", kPage, "<head><title>x</title></head><body id=y><p></p></body>"),
            1);
  EXPECT_EQ(compare_pages("md5", kPage, "<head><title>a</title></head><body><p>b</body>"), 0);
}

TEST(Mdh5Measure, LooksAtTheHeadOnly) {
  EXPECT_EQ(compare_pages("mdh5", kPage, "<head><title>x</title></head><body><ul><li>"), 1);
  EXPECT_EQ(compare_pages("mdh5", kPage, "<head><link><title>a</title></head><body><p>"), 0);
}

TEST(Md5Measure, PagesWithoutTagsAreEqual) {
  EXPECT_EQ(compare_pages("md5", "", "text"), 1);
  EXPECT_EQ(compare_pages("md5", "", "<p>"), 0);
}

TEST(Mdh5Measure, PagesWithoutTagsAreEqual) { EXPECT_EQ(compare_pages("mdh5", "", "text"), 1); }

TEST(Md5Measure, TellsClassifiersWhichHashesMatch) {
  EXPECT_EQ(make("md5")->match_key().value().hash, &Features::tag_hash);
  EXPECT_EQ(make("mdh5")->match_key().value().hash, &Features::head_hash);
}

}  // namespace
}  // namespace pagekin::measure
