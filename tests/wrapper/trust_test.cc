// What labels of a page say about other pages: values that are absent, texts of several paragraphs,
// lists, parts, values that stand twice.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/wrapper/apply.h"
#include "pagekin/wrapper/learn.h"

#include "support/slot_pages.h"

namespace pagekin::wrapper {
namespace {

std::string number(int i) { return std::to_string(i); }

class Shop {
 public:
  void add(const std::string& html) {
    pages_.add("<html><body>" + html + "</body></html>");
    addresses_.push_back("http://shop.example/p/" + number(static_cast<int>(addresses_.size())));
  }

  // The values of a field on all pages, '|' between those of a list; "-": none.
  std::vector<std::string> extract(const std::string& field, std::vector<FieldLabel> labels) {
    const std::vector<std::string_view> addresses(addresses_.begin(), addresses_.end());
    rules = {};
    const std::vector<LabelledField> fields = {{field, std::move(labels)}};
    learned = learn_fields(pages_.all(), addresses, fields, {}, rules);
    std::vector<std::string> values;
    if (rules.fields.empty()) return values;
    Applier applier(rules);
    std::vector<FoundField> found;
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      applier.apply(pages_[i], addresses[i], found);
      std::string text = found[0].state == FieldState::kFound ? "" : "-";
      if (text.empty()) {
        for (const std::string& value : found[0].values) text += (text.empty() ? "" : "|") + value;
      }
      values.push_back(text);
    }
    return values;
  }

  TemplateRules rules;
  std::vector<LearnedField> learned;

 private:
  test::SlotPages pages_;
  std::vector<std::string> addresses_;
};

TEST(Trust, TheCartInTheHeaderIsNotThePrice) {
  Shop shop;
  for (int i = 0; i < 12; ++i) {
    shop.add("<div class=cart><span class=amount>$0.00</span></div><div class=product><h1>Item " +
             number(i) + "</h1>" +
             (i % 3 != 1 ? "<p class=price><span class=amount>$" + number(5 + i) + ".00</span></p>"
                         : "") +
             "<p class=text>About item " + number(i) + "</p></div>");
  }
  const std::vector<std::string> prices = shop.extract("price", {{0, {"$5.00"}, {}}});
  for (int i = 0; i < 12; ++i) {
    EXPECT_EQ(prices[static_cast<std::size_t>(i)], i % 3 == 1 ? "-" : "$" + number(5 + i) + ".00");
  }
}

TEST(Trust, WhatStandsBehindAnotherLabelIsNotTheField) {
  Shop shop;
  for (int i = 0; i < 12; ++i) {
    shop.add("<table><tr><th>Reported by:</th><td>user" + number(i) +
             "</td></tr><tr><th>Owned by:</th><td>" + (i % 2 == 0 ? "boss" + number(i) : "") +
             "</td></tr></table>");
  }
  const std::vector<std::string> owners = shop.extract("owner", {{0, {"boss0"}, {}}});
  for (int i = 0; i < 12; ++i) {
    EXPECT_EQ(owners[static_cast<std::size_t>(i)], i % 2 == 0 ? "boss" + number(i) : "-");
  }
}

TEST(Trust, APageThatWasLabelledToLackTheFieldLacksIt) {
  Shop shop;
  for (int i = 0; i < 8; ++i) shop.add("<h1>Item " + number(i) + "</h1><p>text " + number(i));
  const std::vector<std::string> values = shop.extract("title", {{0, {"Item 0"}, {}}, {1, {}, {}}});
  EXPECT_EQ(values[0], "Item 0");
  EXPECT_EQ(values[1], "-");
}

TEST(Trust, ATextHasAllItsParagraphs) {
  Shop shop;
  for (int i = 0; i < 10; ++i) {
    std::string html = "<h1>Item " + number(i) + "</h1><div class=text>";
    for (int k = 0; k <= i % 3; ++k) {
      html +=
          "<p>Paragraph " + number(k) + " of <b>item</b>s " + number(i) + " has many words.</p>";
    }
    shop.add(html + "</div><div class=foot>All about items</div>");
  }
  const std::vector<std::string> texts =
      shop.extract("text", {{0, {"Paragraph 0 of items 0 has many words."}, {}}});
  for (int i = 0; i < 10; ++i) {
    std::string wanted;
    for (int k = 0; k <= i % 3; ++k) {
      wanted += (k > 0 ? " " : "") + ("Paragraph " + number(k)) + " of items " + number(i) +
                " has many words.";
    }
    EXPECT_EQ(texts[static_cast<std::size_t>(i)], wanted);
  }
}

TEST(Trust, AListKeepsOrderAndEqualValues) {
  Shop shop;
  for (int i = 0; i < 8; ++i) {
    shop.add("<h1>Dish " + number(i) + "</h1><ul class=parts><li>salt</li><li>egg " + number(i) +
             "</li><li>salt</li></ul><ul class=menu><li>Home</li><li>News</li></ul>");
  }
  const std::vector<std::string> lists =
      shop.extract("parts", {{0, {"salt", "egg 0", "salt"}, {}}});
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(lists[static_cast<std::size_t>(i)], "salt|egg " + number(i) + "|salt");
  }
}

TEST(Trust, OneLabelledItemOfAListThatHasMoreElsewhere) {
  Shop shop;
  for (int i = 0; i < 9; ++i) {
    std::string html = "<h1>Talk " + number(i) + "</h1><div class=speakers>";
    for (int k = 0; k <= i % 3; ++k) {
      html += "<div class=speaker>ann" + number(10 * i + k) + "</div>";
    }
    shop.add(html + "</div><div class=room>Room " + number(i) + "</div>");
  }
  const std::vector<std::string> speakers = shop.extract("speakers", {{0, {"ann0"}, {}}});
  EXPECT_EQ(speakers[1], "ann10|ann11");
  EXPECT_EQ(speakers[5], "ann50|ann51|ann52");
}

TEST(Trust, TheNameOfTheFieldChoosesBetweenAPartAndAnotherText) {
  Shop shop;
  for (int i = 0; i < 10; ++i) {
    shop.add("<h1>Race " + number(i) + "</h1><p>Round " + number(i + 2) +
             " of 30</p><table><tr><td>Driver</td><td>" + number(2 + 3 * i) + "</td></tr></table>");
  }
  const std::vector<std::string> rounds = shop.extract("round", {{0, {"2"}, {}}});
  for (int i = 0; i < 10; ++i) EXPECT_EQ(rounds[static_cast<std::size_t>(i)], number(i + 2));
}

TEST(Trust, AValueThatStandsTwiceIsDoubted) {
  // Both columns say 7 on the labelled page, and nothing names the field.
  Shop shop;
  for (int i = 0; i < 10; ++i) {
    shop.add("<h1>Member " + number(i) + "</h1><table><tr><th>Activity</th><td>" + number(7 + i) +
             "</td></tr><tr><th>Messages</th><td>" + number(7 + 5 * i) + "</td></tr></table>");
  }
  shop.extract("count", {{0, {"7"}, {}}});
  ASSERT_EQ(shop.learned.size(), 1U);
  EXPECT_EQ(shop.learned[0].places.size(), 2U);
  EXPECT_LT(shop.rules.fields[0].trust, 0.9F);
  // A second label decides.
  const std::vector<std::string> counts = shop.extract("count", {{0, {"7"}, {}}, {1, {"12"}, {}}});
  EXPECT_TRUE(shop.learned[0].places.empty());
  EXPECT_EQ(counts[2], "17");
}

}  // namespace
}  // namespace pagekin::wrapper
