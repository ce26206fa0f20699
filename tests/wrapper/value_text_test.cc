#include "pagekin/wrapper/value_text.h"

#include <gtest/gtest.h>

namespace pagekin::wrapper {
namespace {

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
