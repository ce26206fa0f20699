#include "pagekin/content/words.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace pagekin::content {
namespace {

std::vector<std::string> words(std::string_view value) {
  std::vector<std::string> all;
  for_each_word(value, [&](std::string_view word) { all.emplace_back(word); });
  return all;
}

TEST(Words, WhiteSpaceOfHtmlDividesThem) {
  EXPECT_EQ(words(" a\tb\r\nc\fd "), (std::vector<std::string>{"a", "b", "c", "d"}));
  EXPECT_EQ(words("a"), std::vector<std::string>{"a"});
  EXPECT_EQ(words("a\vb\xC2\xA0"), std::vector<std::string>{"a\vb\xC2\xA0"});
  EXPECT_TRUE(words("").empty());
  EXPECT_TRUE(words(" \n").empty());
}

}  // namespace
}  // namespace pagekin::content
