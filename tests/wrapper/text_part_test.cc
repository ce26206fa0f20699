#include "pagekin/wrapper/text_part.h"

#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace pagekin::wrapper {
namespace {

std::optional<TextPart> learn(std::vector<KnownPart> known, std::vector<std::string_view> others) {
  return learn_part(known, others);
}

TEST(TextPart, IsBetweenTheTextsAroundTheValue) {
  const auto part = learn({{"Price: $12 (incl. VAT)", "$12"}},
                          {"Price: $7 (incl. VAT)", "Price: $120.50 (incl. VAT)"});
  ASSERT_TRUE(part);
  EXPECT_EQ(part_of(*part, "Price: $99 (incl. VAT)"), "$99");
  EXPECT_EQ(part_of(*part, "no such text"), std::nullopt);
}

TEST(TextPart, PrefersWhatFitsTheOtherTexts) {
  // "Paris, " stands before the value on the labelled page only.
  const auto part = learn({{"Paris, France", "France"}}, {"Rome, Italy", "Berlin, Germany"});
  ASSERT_TRUE(part);
  EXPECT_EQ(part_of(*part, "Rome, Italy"), "Italy");
}

TEST(TextPart, MustGiveTheValueOfEachKnownText) {
  const auto part = learn({{"a - b - c", "b"}, {"d - e", "e"}}, {});
  ASSERT_TRUE(part);
  EXPECT_EQ(part_of(*part, "a - b - c"), "b");
  EXPECT_EQ(part_of(*part, "d - e"), "e");
  EXPECT_FALSE(learn({{"x: 1", "1"}, {"2 is y", "2"}}, {}));
}

TEST(TextPart, CountsFieldsFromTheEnd) {
  const TextPart last{TextPart::Kind::kFieldLast, ", ", "", 0};
  EXPECT_EQ(part_of(last, "12 Main St, Springfield, IL"), "IL");
  const TextPart second{TextPart::Kind::kField, ", ", "", 1};
  EXPECT_EQ(part_of(second, "12 Main St, Springfield, IL"), "Springfield");
  EXPECT_EQ(part_of(second, "none"), std::nullopt);
}

TEST(TextPart, NothingIsKnownOfNothing) { EXPECT_FALSE(learn({}, {"a"})); }

}  // namespace
}  // namespace pagekin::wrapper
