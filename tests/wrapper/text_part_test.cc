#include "pagekin/wrapper/text_part.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace pagekin::wrapper {
namespace {

std::optional<TextPart> learn(std::vector<KnownPart> known, std::vector<std::string_view> others) {
  const std::optional<LearnedPart> learned = learn_part(known, others);
  return learned ? std::optional(learned->part) : std::nullopt;
}

bool disputed(const LearnedPart& learned, std::string_view text) {
  return std::ranges::any_of(
      learned.rivals, [&](const TextPart& rival) { return disputes(rival, learned.part, text); });
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
  ASSERT_FALSE(learned->rivals.empty());
  EXPECT_TRUE(disputed(*learned, "Cook: 46 min"));
  EXPECT_FALSE(disputed(*learned, "Serves 5"));
  const auto sure =
      learn_part(known, std::vector<std::string_view>{"Serves 6", "Serves 2", "Serves 3"});
  ASSERT_TRUE(sure);
  EXPECT_FALSE(disputed(*sure, "Serves 5"));
}

TEST(TextPart, AConstantAroundTheValueIsTriedBeforeTheNumberOfAWord) {
  // "Geolocation" has no such end, but a first word.
  const auto up_to = learn({{"Person Item Type", "Person"}},
                           {"Person Item Type", "Project Item Type", "Still Image Item Type",
                            "Geolocation", "Person Item Type"});
  ASSERT_TRUE(up_to);
  EXPECT_EQ(part_of(*up_to, "Funding Organization Item Type"), "Funding Organization");
  EXPECT_EQ(part_of(*up_to, "Geolocation"), std::nullopt);
  // One odd text does not make the last word of all dates.
  const auto after = learn({{": 1893", "1893"}}, {": 1893", ": 5. 10. 1838", ": 20. 1. 1850",
                                                  ": vor 1870", ":", ": 28. 1. 1841"});
  ASSERT_TRUE(after);
  EXPECT_EQ(part_of(*after, ": 5. 10. 1838"), "5. 10. 1838");
  EXPECT_EQ(part_of(*after, ": vor 1870"), "vor 1870");
  EXPECT_EQ(part_of(*after, ":"), std::nullopt);
}

TEST(TextPart, WhereRulesDifferTheyAreRivals) {
  const std::vector<KnownPart> known = {{"Conrad Clara", "Conrad"}, {"Moser Mia", "Moser"}};
  const auto learned =
      learn_part(known, std::vector<std::string_view>{"Conrad Clara", "Moser Mia", "Adler Anna"});
  ASSERT_TRUE(learned);
  EXPECT_FALSE(disputed(*learned, "Lang Leo"));
  EXPECT_TRUE(disputed(*learned, "von Braun Felix"));
  EXPECT_EQ(part_of(learned->part, "Dorn"), std::nullopt);
  const auto with_one =
      learn_part(known, std::vector<std::string_view>{"Conrad Clara", "Moser Mia", "Dorn"});
  ASSERT_TRUE(with_one);
  EXPECT_EQ(part_of(with_one->part, "Dorn"), "Dorn");
  EXPECT_TRUE(disputed(*with_one, "Dorn"));
  EXPECT_TRUE(disputed(*with_one, "von Braun Felix"));
}

TEST(TextPart, AConstantAroundTheValueHasNoRivals) {
  const std::vector<KnownPart> known = {{": 1893", "1893"}};
  const auto learned =
      learn_part(known, std::vector<std::string_view>{": 1893", ": 5. 10. 1838", ": 20. 1. 1850"});
  ASSERT_TRUE(learned);
  EXPECT_FALSE(disputed(*learned, ": 5. 10. 1838"));
}

TEST(TextPart, HoldsNoWordsOfOneText) {
  // The date is another value of that page.
  const auto part = learn({{"30 May 1385 - Ann Lee - print", "Ann Lee"}},
                          {"30 May 1385 - Ann Lee - print", "4 May 1991 - - print"});
  ASSERT_TRUE(part);
  EXPECT_EQ(part_of(*part, "1 June 1992 - Bob Roe - print"), "Bob Roe");
  const auto alone = learn({{"30 May 1385 - Ann Lee - print", "Ann Lee"}}, {});
  ASSERT_TRUE(alone);
  EXPECT_EQ(part_of(*alone, "1 June 1992 - Bob Roe - print"), "Bob Roe");
}

TEST(TextPart, WordsThatNoLabelHasShownAreInDoubt) {
  const std::vector<KnownPart> known = {{"Jung Maria Luise", "Maria Luise"}, {"Moser Mia", "Mia"}};
  const auto learned = learn_part(
      known, std::vector<std::string_view>{"Jung Maria Luise", "Moser Mia", "Adler Anna"});
  ASSERT_TRUE(learned);
  EXPECT_EQ(part_of(learned->part, "Berg Eva Maria"), "Eva Maria");
  EXPECT_FALSE(disputed(*learned, "Berg Eva Maria"));
  EXPECT_FALSE(disputed(*learned, "Lang Leo"));
  EXPECT_TRUE(disputed(*learned, "no name provided Anna"));
}

TEST(TextPart, TheWordBeforeTheValueIsAWholeWord) {
  const TextPart in{TextPart::Kind::kBetween, "in ", " - Rust", 0};
  EXPECT_EQ(part_of(in, "ChildStdin in std::process - Rust"), "std::process");
  EXPECT_EQ(part_of(in, "Stdin std::process - Rust"), std::nullopt);
  const TextPart on{TextPart::Kind::kPattern, "on ", "9", 0};
  EXPECT_EQ(part_of(on, "Version 3 on 2001"), "2001");
}

TEST(TextPart, MayBeEmpty) {
  const TextPart after{TextPart::Kind::kBetween, "born: ", "", 0};
  EXPECT_TRUE(has_empty_part(after, "born:"));
  EXPECT_FALSE(has_empty_part(after, "died:"));
  EXPECT_FALSE(has_empty_part(after, "born: 1893"));
  const TextPart between{TextPart::Kind::kBetween, " - ", " -", 0};
  EXPECT_TRUE(has_empty_part(between, "3 May - - print"));
  EXPECT_FALSE(has_empty_part(between, "3 May - Ann - print"));
  const TextPart last{TextPart::Kind::kFieldLast, " ", "", 0};
  EXPECT_TRUE(has_empty_part(last, ":"));
  EXPECT_EQ(part_of(last, ":"), std::nullopt);
}

TEST(TextPart, NothingIsKnownOfNothing) { EXPECT_FALSE(learn({}, {"a"})); }

}  // namespace
}  // namespace pagekin::wrapper
