#include "pagekin/wrapper/value_text.h"

#include <gtest/gtest.h>

namespace pagekin::wrapper {
namespace {

TEST(ValueText, CollapsesWhiteSpaceOfUnicode) {
  EXPECT_EQ(to_value("  a \t\n b\xC2\xA0\xE2\x80\x8B c\xE3\x80\x80"), "a b c");
  EXPECT_EQ(to_value("\xC2\xA0"), "");
  EXPECT_EQ(to_value("\xEF\xBB\xBF"
                     "x"),
            "x");
}

TEST(ValueText, ReadsC1ControlsAsWindows1252) {
  EXPECT_EQ(to_value("it\xC2\x92s"), "it\xE2\x80\x99s");
  EXPECT_EQ(to_value("a\xC2\x81"
                     "b"),
            "a b");
}

TEST(ValueText, KeepsOtherBytesAsTheyAre) {
  EXPECT_EQ(to_value("\xC3\xA9\xE2\x82\xAC\xC2"), "\xC3\xA9\xE2\x82\xAC\xC2");
}

TEST(ValueText, JoinsPieces) {
  std::string text = "kept";
  append_value(" a ", 4, text);
  append_value(" b ", 4, text);
  finish_value(4, text);
  EXPECT_EQ(text, "kepta b");
}

TEST(Label, IsLowerCaseWithoutPunctuationAndDigits) {
  EXPECT_EQ(to_label("Price (EUR):"), "price eur");
  EXPECT_EQ(to_label("Top 10 of 2024"), "top # of #");
  EXPECT_EQ(to_label("a \xE2\x80\x93 b"), "a b");
  EXPECT_EQ(to_label(":::"), ":::");
  EXPECT_EQ(to_label(std::string(200, 'x')).size(), kMaxLabelBytes);
}

TEST(Shape, TellsKindsOfCharacters) {
  EXPECT_EQ(shape_of("John Smith"), "W+");
  EXPECT_EQ(shape_of("John F. Smith"), "W+");
  EXPECT_EQ(shape_of("$12.50"), "$9.9");
  EXPECT_EQ(shape_of("one two three"), "w+");
  EXPECT_EQ(shape_of("USA"), "A");
  EXPECT_EQ(shape_of("6-5"), "9-9");
}

TEST(Shape, SimilarityIsOneForEqualAndFallsWithTheDifference) {
  const ValueShape price = value_shape("$12.00");
  EXPECT_DOUBLE_EQ(shape_similarity(price, price), 1);
  EXPECT_GT(shape_similarity(price, value_shape("$8.50")),
            shape_similarity(price, value_shape("A long text about a kettle")));
}

}  // namespace
}  // namespace pagekin::wrapper
