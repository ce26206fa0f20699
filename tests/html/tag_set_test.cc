#include "pagekin/html/tag_set.h"

#include <gtest/gtest.h>

namespace pagekin::html {
namespace {

TEST(TagSet, HasItsTagsAndNoOthers) {
  constexpr TagSet two{kTagA, static_cast<TagId>(kKnownTagEnd - 1)};
  static_assert(two.has(kTagA) && !two.has(kTagB) && !two.has(kNoTag));
  for (TagId tag = kNoTag; tag < kKnownTagEnd + 70; ++tag) {
    EXPECT_EQ(two.has(tag), tag == kTagA || tag == kKnownTagEnd - 1) << tag;
  }
  EXPECT_FALSE(two.has(kUnknownTagBit | kTagA));
}

TEST(TagSet, UnionsHaveTheTagsOfBoth) {
  constexpr TagSet both = TagSet{kTagA} | TagSet{kTagB};
  static_assert(both.has(kTagA) && both.has(kTagB) && !both.has(kTagI));
  static_assert(kBlocks.has(kTagH6) && !kBlocks.has(kTagTd) && kBlocksAndCells.has(kTagTd));
}

}  // namespace
}  // namespace pagekin::html
