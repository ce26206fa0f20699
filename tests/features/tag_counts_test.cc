#include "pagekin/features/tag_counts.h"

#include <map>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

namespace pagekin::features {
namespace {

TEST(TagCounts, CountKnownAndOtherTagsByAscendingTag) {
  const html::TagId other = html::tag_id("x-y");
  const std::vector<html::TagId> tags = {html::kTagP, other, html::kTagA, html::kTagP, other};
  const std::vector<TagCount> counts = tag_counts(tags);
  std::map<html::TagId, std::uint32_t> expected;
  for (const html::TagId tag : tags) ++expected[tag];
  ASSERT_EQ(counts.size(), 3u);
  std::size_t i = 0;
  for (const auto& [tag, count] : expected) EXPECT_EQ(counts[i++], (TagCount{tag, count}));
}

TEST(TagCounts, OfNothingAreNone) { EXPECT_TRUE(tag_counts({}).empty()); }

TEST(TagCounts, TakeNoMoreThanTheSequenceForManyNames) {
  std::vector<html::TagId> tags;
  for (int i = 0; i < 20'000; ++i) tags.push_back(html::tag_id("x" + std::to_string(i)));
  EXPECT_LE(tag_counts(tags).size(), tags.size());
}

}  // namespace
}  // namespace pagekin::features
