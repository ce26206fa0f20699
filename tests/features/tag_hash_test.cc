#include "pagekin/features/tag_hash.h"

#include <sstream>
#include <string>

#include <gtest/gtest.h>

namespace pagekin::features {
namespace {

TagHash hash_of(const std::string& tags) {
  TagHash hash;
  std::istringstream words(tags);
  for (std::string word; words >> word;) {
    const bool is_end = word[0] == '/';
    hash.push(html::tag_id(is_end ? word.substr(1) : word), is_end);
  }
  return hash;
}

TEST(TagHash, OfEqualSequencesIsEqual) {
  EXPECT_EQ(hash_of("html body p /p").whole(), hash_of("html body p /p").whole());
  EXPECT_NE(hash_of("html body p").whole(), hash_of("html body p p").whole());
  EXPECT_NE(hash_of("p b").whole(), hash_of("b p").whole());
}

TEST(TagHash, StartAndEndTagsAreAlike) {
  EXPECT_EQ(hash_of("p /p").whole(), hash_of("p p").whole());
}

TEST(TagHash, TheHeadEndsWithItsEndTag) {
  const Hash128 head = hash_of("html head title /title /head body p").head();
  EXPECT_EQ(head, hash_of("html head title /title /head body div table").head());
  EXPECT_EQ(head, hash_of("html head title /title /head").whole());
  EXPECT_NE(head, hash_of("html head title /title link /head body p").head());
}

TEST(TagHash, WithoutItsEndTagTheHeadEndsWithTheFirstBodyOrFrameset) {
  EXPECT_EQ(hash_of("html title body p body").head(), hash_of("html title body").whole());
  EXPECT_EQ(hash_of("html title frameset frame").head(), hash_of("html title frameset").whole());
  EXPECT_NE(hash_of("html title body").head(), hash_of("html title frameset").head());
}

TEST(TagHash, TheEndTagCountsWhereverItIs) {
  EXPECT_EQ(hash_of("html body p /head div").head(), hash_of("html body p /head").whole());
}

TEST(TagHash, WithoutAnyOfThemTheHeadIsEverything) {
  EXPECT_EQ(hash_of("p b /body head").head(), hash_of("p b /body head").whole());
}

TEST(TagHash, ForgetsThePageBefore) {
  TagHash hash = hash_of("html head /head body");
  hash.clear();
  hash.push(html::kTagP, false);
  EXPECT_FALSE(hash.head_is_complete());
  EXPECT_EQ(hash.head(), hash_of("p").whole());
}

}  // namespace
}  // namespace pagekin::features
