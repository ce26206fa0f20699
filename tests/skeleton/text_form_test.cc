#include "pagekin/skeleton/text_form.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"

#include "skeleton/learned.h"

namespace pagekin::skeleton {
namespace {

using Texts = std::vector<std::string>;

std::optional<TextForm> form_of(const Texts& texts) {
  return find_text_form(std::vector<std::string_view>(texts.begin(), texts.end()));
}

// The pieces of the texts, joined by '|'; "-": the text has another form.
Texts divided(const Texts& texts) {
  const std::optional<TextForm> form = form_of(texts);
  Texts all;
  for (const std::string& text : texts) {
    const auto pieces = form ? pieces_of(*form, text) : std::nullopt;
    std::string& made = all.emplace_back(pieces ? "" : "-");
    for (std::size_t i = 0; pieces && i < pieces->size(); ++i) {
      made += (i == 0 ? "" : "|") + std::string((*pieces)[i]);
    }
  }
  return all;
}

TEST(TextForm, WordsInCommonDivide) {
  EXPECT_EQ(divided({"Round 5 of 19", "Round 12 of 19", "Round 1 of 7", "Round 2 of 16",
                     "Round 3 of 16"}),
            (Texts{"5|19", "12|19", "1|7", "2|16", "3|16"}));
  EXPECT_EQ(
      divided({"Asked 3 years ago by Ann Lee", "Asked 1 month ago by Bob", "Asked 2 days ago by C",
               "Asked 7 years ago by Dee", "Asked 4 years ago by Eve"}),
      (Texts{"3 years|Ann Lee", "1 month|Bob", "2 days|C", "7 years|Dee", "4 years|Eve"}));
}

TEST(TextForm, SingularAndPluralAreOneWordAndBracketsDivide) {
  EXPECT_EQ(divided({"(1 voice)", "(3 voices)", "(12 voices)", "(2 voices)", "(4 voices)"}),
            (Texts{"1", "3", "12", "2", "4"}));
  EXPECT_EQ(
      divided({"1 Property", "13 Properties", "2 Properties", "3 Properties", "4 Properties"}),
      (Texts{"1", "13", "2", "3", "4"}));
}

TEST(TextForm, MarksDivideOnlyBetweenBlanks) {
  EXPECT_EQ(divided({"Italian \u00b7 Born 1932-07-10", "French \u00b7 Born 1950-01-02",
                     "Dutch \u00b7 Born 1961-11-12", "Swiss \u00b7 Born 1948-03-30",
                     "Swedish \u00b7 Born 1936-09-22"}),
            (Texts{"Italian|1932-07-10", "French|1950-01-02", "Dutch|1961-11-12",
                   "Swiss|1948-03-30", "Swedish|1936-09-22"}));
  // A height, a name in two parts.
  EXPECT_FALSE(form_of({"6-2", "5-11", "6-7", "6-10", "6-4"}));
  EXPECT_FALSE(form_of({"Monk, William", "Lee, Ann", "Ray, Bob", "Dee, Cid", "Fox, Eve"}));
}

TEST(TextForm, AValueStaysWhole) {
  EXPECT_FALSE(
      form_of({"March 7, 2016 at 8:21 pm", "March 9, 2016 at 7:20 pm", "May 7, 2015 at 6:01 pm",
               "June 1, 2016 at 1:11 pm", "April 3, 2016 at 2:41 pm"}));
  EXPECT_FALSE(form_of({"195 lbs", "201 lbs", "188 lbs", "215 lbs", "230 lbs"}));
  EXPECT_FALSE(form_of({"$10 - $12", "$8 - $9", "$20 - $31", "$5 - $7", "$1 - $2"}));
  // The zone belongs to the time.
  EXPECT_EQ(
      divided({"Opened June 09, 2006 03:16AM UTC", "Opened July 19, 2007 04:16AM UTC",
               "Opened May 29, 2008 05:46PM UTC", "Opened June 03, 2009 03:56AM UTC",
               "Opened March 01, 2010 11:16AM UTC"}),
      (Texts{"June 09, 2006 03:16AM UTC", "July 19, 2007 04:16AM UTC", "May 29, 2008 05:46PM UTC",
             "June 03, 2009 03:56AM UTC", "March 01, 2010 11:16AM UTC"}));
}

// All posts of a small blog are of one month.
TEST(TextForm, AMonthThatAllTextsHaveDoesNotDivide) {
  EXPECT_EQ(divided({"by Ann, 3 March 2026", "by Bob, 4 March 2026", "by Cid, 9 March 2026",
                     "by Dee, 11 March 2025", "by Eve, 30 March 2026"}),
            (Texts{"Ann, 3 March 2026", "Bob, 4 March 2026", "Cid, 9 March 2026",
                   "Dee, 11 March 2025", "Eve, 30 March 2026"}));
  EXPECT_EQ(divided({"March 3, 2026 by Ann", "March 4, 2026 by Bob", "March 9, 2026 by Cid",
                     "March 11, 2025 by Dee", "March 30, 2026 by Eve"}),
            (Texts{"March 3, 2026|Ann", "March 4, 2026|Bob", "March 9, 2026|Cid",
                   "March 11, 2025|Dee", "March 30, 2026|Eve"}));
}

TEST(TextForm, ATextOfAnotherFormHasNoPieces) {
  const Texts texts = {"Round 5 of 19", "Round 6 of 19", "Round 7 of 19", "Round 8 of 19",
                       "Round 9 of 19", "Round 1 of 19", "Round 2 of 19", "Round 3 of 19",
                       "Round 4 of 19", "no race"};
  EXPECT_EQ(divided(texts).back(), "-");
  EXPECT_EQ(divided(texts).front(), "5|19");
  const std::optional<TextForm> form = form_of(texts);
  ASSERT_TRUE(form);
  // A word twice: which of the two divides is not known.
  EXPECT_FALSE(pieces_of(*form, "Round 5 of 19 of 20"));
  EXPECT_FALSE(pieces_of(*form, "Final Round 5 of 19"));
  EXPECT_FALSE(pieces_of(*form, std::string(1000, 'x')));
}

TEST(TextForm, FewOrUnlikeTextsHaveNone) {
  EXPECT_FALSE(form_of({}));
  EXPECT_FALSE(form_of({"Round 5 of 19", "Round 6 of 19"}));
  EXPECT_FALSE(form_of({"a", "b c", "d", "e f", "g h i"}));
  EXPECT_FALSE(form_of({"\xff\xfe", "(", ")", "\xe2\x80", ":"}));
}

std::string dated_page(int i) {
  const std::string n = std::to_string(i);
  return "<h1>Ticket " + n + "</h1><p class=dates>Closed: 20" + std::to_string(10 + i) +
         "-03-01</p><span class=voices>(" + n + (i == 1 ? " voice)" : " voices)") +
         "</span><p class=name>Name " + n + "</p>";
}

Texts dated_pages() {
  Texts pages;
  for (int i = 1; i <= 20; ++i) pages.push_back(dated_page(i));
  return pages;
}

TEST(AddPieces, APieceIsAColumnBesideTheWholeText) {
  const TemplateModel model = learn(dated_pages());
  EXPECT_EQ(values(model, "closed", dated_page(33)), Texts{"Closed: 2043-03-01"});
  ASSERT_NE(column(model, "closed_2"), nullptr);
  EXPECT_EQ(column(model, "closed_2")->type, ValueType::kDate);
  EXPECT_EQ(values(model, "closed_2", dated_page(33)), Texts{"2043-03-01"});
  const auto voices = [&](const Slot& slot) {
    return slot.whole != kNone && values(model, slot.name, dated_page(44)) == Texts{"44"};
  };
  EXPECT_TRUE(std::ranges::any_of(model.slots, voices));
}

TEST(AddPieces, OnlyWhatIsNewIsAColumn) {
  // "Ticket 7" and "Name 7" have the same piece.
  const TemplateModel model = learn(dated_pages());
  std::size_t numbers = 0;
  for (const Slot& slot : model.slots) {
    if (slot.whole == kNone) continue;
    numbers += values(model, slot.name, dated_page(44)) == Texts{"44"} ? 1 : 0;
  }
  EXPECT_EQ(numbers, 1U);
}

TEST(AddPieces, AModelAsBytesHasItsPieces) {
  const TemplateModel model = learn(dated_pages());
  const std::string bytes = to_bytes(model);
  const TemplateModel read = from_bytes(bytes);
  EXPECT_EQ(to_bytes(read), bytes);
  EXPECT_EQ(values(read, "closed_2", dated_page(33)), Texts{"2043-03-01"});
  TemplateModel wrong = model;
  for (Slot& slot : wrong.slots) {
    if (slot.whole != kNone) slot.whole = 5000;
  }
  EXPECT_THROW(from_bytes(to_bytes(wrong)), Error);
  wrong = model;
  for (Slot& slot : wrong.slots) {
    if (slot.whole != kNone) slot.piece = 9;
  }
  EXPECT_THROW(from_bytes(to_bytes(wrong)), Error);
}

}  // namespace
}  // namespace pagekin::skeleton
