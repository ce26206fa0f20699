#include "pagekin/html/tag_id.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "pagekin/core/hash.h"

namespace pagekin::html {
namespace {

TEST(TagId, NumbersFollowTheListFromOne) {
  EXPECT_EQ(kTagHtml, 1U);
  EXPECT_EQ(tag_id("html"), kTagHtml);
  EXPECT_EQ(tag_id("head"), kTagHead);
  EXPECT_EQ(tag_id("mrow"), kTagMrow);
}

TEST(TagId, EveryKnownNameIsFoundInAnyCaseAndNamedBack) {
  std::set<std::string> names;
  for (TagId id = 1; id < kKnownTagEnd; ++id) {
    const std::string name(tag_name(id));
    EXPECT_TRUE(names.insert(name).second) << name << " is listed twice";
    EXPECT_EQ(tag_id(name), id) << name;
    std::string upper = name;
    for (char& c : upper) {
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 0x20);
    }
    EXPECT_EQ(tag_id(upper), id) << name;
  }
}

TEST(TagId, NumbersOfKnownTagsFitInOneByte) { EXPECT_LE(kKnownTagEnd, 256); }

TEST(TagId, NothingHasNoNumber) {
  EXPECT_EQ(tag_id(""), kNoTag);
  EXPECT_EQ(tag_name(kNoTag), "");
}

TEST(TagId, UnknownNamesAreTheHighBitAndAHashOfTheLowerCaseBytes) {
  const TagId id = tag_id("My-Widget");
  EXPECT_EQ(id, kUnknownTagBit | static_cast<TagId>(hash_bytes("my-widget")));
  EXPECT_EQ(id, tag_id("MY-WIDGET"));
  EXPECT_NE(id, tag_id("my-widgets"));
  EXPECT_EQ(tag_name(id), "");
}

TEST(TagId, OnlyAsciiLettersHaveCase) {
  EXPECT_NE(tag_id("x\xc3\x84"), tag_id("x\xc3\xa4"));  // A and a with diaeresis
  EXPECT_NE(tag_id("a@"), tag_id("a`"));                // 0x20 apart, but not letters
  EXPECT_NE(tag_id("a["), tag_id("a{"));
}

TEST(TagId, NulBelongsToTheName) {
  using std::string_literals::operator""s;
  EXPECT_GE(tag_id("a\0"s), kUnknownTagBit);
  EXPECT_NE(tag_id("a\0"s), tag_id("a\0\0"s));
  EXPECT_GE(tag_id("\0a"s), kUnknownTagBit);
}

TEST(TagId, NamesNextToKnownOnesAreUnknown) {
  for (TagId id = 1; id < kKnownTagEnd; ++id) {
    const std::string name(tag_name(id));
    EXPECT_GE(tag_id(name + "-"), kUnknownTagBit) << name;
    EXPECT_GE(tag_id("-" + name), kUnknownTagBit) << name;
  }
}

TEST(TagId, NamesOfAnyLengthHaveTheirOwnNumber) {
  std::set<TagId> ids;
  std::string name = "x-";
  for (; name.size() < 1200; name += 'y') {
    std::string upper = name;
    upper[0] = 'X';
    EXPECT_EQ(tag_id(name), tag_id(upper));
    EXPECT_TRUE(ids.insert(tag_id(name)).second) << name.size();
  }
}

}  // namespace
}  // namespace pagekin::html
