#include "pagekin/features/collapsed_text.h"

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "reference/tree_features.h"

namespace pagekin::features {
namespace {

std::string collapsed(std::string_view text) {
  CollapsedText made;
  made.append(text);
  return std::string(made.view());
}

TEST(CollapsedText, HasSingleSpacesBetweenWords) {
  EXPECT_EQ(collapsed(" \n one\ttwo  three\r\n\f"), "one two three");
  EXPECT_EQ(collapsed("as it should be, with many words"), "as it should be, with many words");
}

TEST(CollapsedText, OfWhiteSpaceIsEmpty) {
  EXPECT_EQ(collapsed(""), "");
  EXPECT_EQ(collapsed("            \n\n\n        "), "");
}

TEST(CollapsedText, OtherCharactersAreNoWhiteSpace) {
  EXPECT_EQ(collapsed("a\v\vb\x01\xC2\xA0\xC2\xA0"
                      "c\x7f!!"),
            "a\v\vb\x01\xC2\xA0\xC2\xA0"
            "c\x7f!!");
}

TEST(CollapsedText, CollapsesAtSeamsToo) {
  CollapsedText text;
  for (const std::string_view piece : {" a ", " b", "", "c ", "  ", "d\n"}) text.append(piece);
  EXPECT_EQ(text.view(), "a bc d");
  text.clear();
  EXPECT_EQ(text.view(), "");
  text.append(" x");
  EXPECT_EQ(text.view(), "x");
}

TEST(CollapsedText, AgreesWithJoiningTheWords) {
  constexpr std::string_view bytes = "    \n\tabcdefgh\x80\xff\x1f!";
  for (std::uint64_t seed = 0; seed < 1'000; ++seed) {
    Random random(seed);
    CollapsedText text;
    std::string whole;
    for (std::uint32_t pieces = random.below(4); pieces > 0; --pieces) {
      std::string piece(random.below(60), ' ');
      for (char& c : piece) c = bytes[random.below(static_cast<std::uint32_t>(bytes.size()))];
      text.append(piece);
      whole += piece;
    }
    std::string expected;
    for (const std::string& word : reference::words(whole)) {
      expected += (expected.empty() ? "" : " ") + word;
    }
    EXPECT_EQ(text.view(), expected) << seed;
  }
}

}  // namespace
}  // namespace pagekin::features
