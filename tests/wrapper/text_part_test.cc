#include "pagekin/wrapper/text_part.h"

#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace pagekin::wrapper {
namespace {

std::optional<TextPart> learn(std::vector<KnownPart> known, std::vector<std::string_view> others) {
  const std::optional<LearnedPart> learned = learn_part(known, others);
  return learned ? std::optional(learned->part) : std::nullopt;
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

TEST(TextPart, ADateEndsWhereADateEnds) {
  const auto part = learn(
      {{"By Ann, published on 3 May 2001 (updated 4 May 2001) | News", "3 May 2001"}},
      {"By Bob, published on 12 June 2010 | News", "By Cid, published on 1 July 2011 | Staff"});
  ASSERT_TRUE(part);
  EXPECT_EQ(part_of(*part, "By Bob, published on 12 June 2010 | News"), "12 June 2010");
  EXPECT_EQ(part_of(*part, "By Bob, published on 12 June 2010 (updated)"), "12 June 2010");
  EXPECT_EQ(part_of(*part, "By Bob, published on Monday"), std::nullopt);
}

TEST(TextPart, PatternsHaveNumbersAndWords) {
  EXPECT_EQ(pattern_of("3 May 2001"), "9 a 9");
  EXPECT_EQ(pattern_of("2009-03-01"), "9-9-9");
  EXPECT_EQ(pattern_of("$1,250.00"), "$9");
  EXPECT_EQ(pattern_of("Call us"), "a a");
  const TextPart price{TextPart::Kind::kPattern, "only ", "$9", 0};
  EXPECT_EQ(part_of(price, "now only $1,250.00."), "$1,250.00");
  EXPECT_EQ(part_of(price, "now only $12k"), std::nullopt);
  EXPECT_EQ(part_of(price, "now only"), std::nullopt);
}

TEST(TextPart, ATextWithoutALabelHasNoPartBehindOne) {
  const TextPart last{TextPart::Kind::kFieldLast, ": ", "", 0};
  EXPECT_EQ(part_of(last, "Cook: 30 min"), "30 min");
  EXPECT_EQ(part_of(last, "Serves 5"), std::nullopt);
  const TextPart first{TextPart::Kind::kField, ": ", "", 0};
  EXPECT_EQ(part_of(first, "MATH 101: Sets"), "MATH 101");
  EXPECT_EQ(part_of(first, "Sets"), std::nullopt);
}

TEST(TextPart, AWordBeforeTheValueMayBeItsLabel) {
  const std::vector<KnownPart> known = {{"Serves 4", "4"}};
  const auto learned =
      learn_part(known, std::vector<std::string_view>{"Serves 6", "Serves 2", "Cook: 46 min"});
  ASSERT_TRUE(learned);
  EXPECT_EQ(part_of(learned->part, "Cook: 46 min"), "46");
  ASSERT_TRUE(learned->rival);
  EXPECT_EQ(part_of(*learned->rival, "Cook: 46 min"), std::nullopt);
  const auto sure =
      learn_part(known, std::vector<std::string_view>{"Serves 6", "Serves 2", "Serves 3"});
  ASSERT_TRUE(sure);
  EXPECT_FALSE(sure->rival);
}

TEST(TextPart, NothingIsKnownOfNothing) { EXPECT_FALSE(learn({}, {"a"})); }

}  // namespace
}  // namespace pagekin::wrapper
