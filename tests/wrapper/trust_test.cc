// What labels of a page say about other pages: values that are absent, texts of several paragraphs,
// lists, parts, values that stand twice.
#include <algorithm>
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
    doubted.clear();
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
      doubted.push_back(needs_review(found[0]));
    }
    return values;
  }

  TemplateRules rules;
  std::vector<LearnedField> learned;
  std::vector<bool> doubted;  // by page: the answer needs review

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
  // Nothing says whether the seats or the doors are meant.
  Shop shop;
  for (int i = 0; i < 12; ++i) {
    shop.add("<h1>Car " + number(i) + "</h1><ul><li>" + number(4 + 3 * i) + "</li><li>" +
             number(4 + 5 * i) + "</li></ul>");
  }
  shop.extract("size", {{0, {"4"}, {}}});
  ASSERT_EQ(shop.learned.size(), 1U);
  EXPECT_EQ(shop.learned[0].places.size(), 2U);
  EXPECT_NE(shop.learned[0].ask, kNone);
  EXPECT_LT(shop.rules.fields[0].trust, kSureConfidence);
  // A second page decides.
  const std::vector<std::string> sizes = shop.extract("size", {{0, {"4"}, {}}, {2, {"14"}, {}}});
  EXPECT_TRUE(shop.learned[0].places.empty());
  EXPECT_EQ(sizes[5], "29");
}

TEST(Trust, TwoPlacesWithTheSameValuesAreNotDoubted) {
  Shop shop;
  for (int i = 0; i < 12; ++i) {
    shop.add("<p class=path>Shop / <b>Pan " + number(7 * i) + "</b></p><h1>Pan " + number(7 * i) +
             "</h1><p>Good " + number(i) + "</p>");
  }
  EXPECT_EQ(shop.extract("title", {{0, {"Pan 0"}, {}}})[3], "Pan 21");
  EXPECT_TRUE(shop.learned[0].places.empty());
}

TEST(Trust, AnOptionalRowAboveDoesNotMoveAField) {
  // On most pages the row above is missing and the place is empty.
  Shop shop;
  for (int i = 0; i < 12; ++i) {
    const bool is_full = i % 4 == 0;
    shop.add("<table><tr><td>User:</td><td>u" + number(i) + "</td></tr>" +
             (is_full ? "<tr><td>Contact:</td><td>mail" + number(i) + "</td></tr>" : "") +
             "<tr><td>Location:</td><td>" + (is_full ? "Town " + number(i) : "") +
             "</td></tr><tr><td>Local time:</td><td>May " + number(i + 1) +
             "</td></tr></table><p>End</p>");
  }
  const std::vector<std::string> places = shop.extract("location", {{0, {"Town 0"}, {}}});
  for (int i = 0; i < 12; ++i) {
    EXPECT_EQ(places[static_cast<std::size_t>(i)], i % 4 == 0 ? "Town " + number(i) : "-") << i;
  }
}

TEST(Trust, ATextEndsBeforeTheTextsOfTheTemplateAroundIt) {
  Shop shop;
  const auto paragraph = [](int i, int k) {
    return "Who has seen the " + std::string(3, static_cast<char>('a' + i)) +
           std::string(2, static_cast<char>('p' + k)) + " of my aunt near the old harbour?";
  };
  for (int i = 0; i < 12; ++i) {
    std::string html = "<h1>Question " + number(i) + "</h1><div class=post>";
    for (int k = 0; k <= i % 3; ++k) html += "<p>" + paragraph(i, k) + "</p>";
    shop.add(html + "<div class=share><a>Share this question</a></div></div><p>End</p>");
  }
  const std::vector<std::string> texts = shop.extract("question", {{0, {paragraph(0, 0)}, {}}});
  EXPECT_EQ(texts[4], paragraph(4, 0) + " " + paragraph(4, 1));
  EXPECT_EQ(texts[3], paragraph(3, 0));
}

TEST(Trust, ItemsOfAListMayAlternate) {
  Shop shop;
  for (int i = 0; i < 9; ++i) {
    std::string html = "<h1>Talk " + number(i) + "</h1><ul class=tags>";
    for (int k = 0; k <= i % 3; ++k) {
      html += std::string("<li class=") + (k % 2 == 0 ? "even" : "odd") + ">tag" +
              number(10 * i + k) + "</li>";
    }
    shop.add(html + "</ul><div class=room>Room " + number(i) + "</div>");
  }
  EXPECT_EQ(shop.extract("tags", {{0, {"tag0"}, {}}})[5], "tag50|tag51|tag52");
}

TEST(Trust, WordsAreNotANumber) {
  Shop shop;
  for (int i = 0; i < 12; ++i) {
    shop.add("<h1>Item " + number(i) + "</h1><p class=price>" +
             (i % 3 == 0 ? "<b>$" + number(5 + i) + ".00</b>" : "<b>Ask in the store</b>") +
             "</p><p>End</p>");
  }
  const std::vector<std::string> prices = shop.extract("price", {{0, {"$5.00"}, {}}});
  EXPECT_EQ(prices[3], "$8.00");
  EXPECT_EQ(prices[4], "-");
}

TEST(Trust, TwoFieldsWithOneValueAreAtTheirOwnNames) {
  test::SlotPages pages;
  for (int i = 0; i < 12; ++i) {
    pages.add("<html><body><h1>Ticket " + number(i) +
              "</h1><table><tr><th>Reported by:</th><td>ann" + number(i) +
              "</td><th>Owned by:</th><td>" + (i == 0 ? "ann0" : "bob" + number(i)) +
              "</td></tr></table><p>End</p></body></html>");
  }
  const std::vector<LabelledField> fields = {{"owner", {{0, {"ann0"}, {}}}},
                                             {"reporter", {{0, {"ann0"}, {}}}}};
  TemplateRules rules;
  learn_fields(pages.all(), {}, fields, {}, rules);
  ASSERT_EQ(rules.fields.size(), 2U);
  Applier applier(rules);
  std::vector<FoundField> found;
  applier.apply(pages[5], {}, found);
  EXPECT_EQ(found[0].values, std::vector<std::string>{"bob5"});
  EXPECT_EQ(found[1].values, std::vector<std::string>{"ann5"});
}

TEST(Trust, ValuesInOneCellAreDistinguishedByTheirLabels) {
  // Optional lines move the texts of the cell.
  Shop shop;
  for (int i = 0; i < 12; ++i) {
    shop.add("<h1>Book " + number(i) + "</h1><table><tr><td><b>Format:</b> Paper " + number(i) +
             "<br>" + (i % 3 != 0 ? "<b>Pages:</b> " + number(90 + i) + "<br>" : "") +
             "<b>Vendor:</b> House " + number(i) + "<br><b>Date:</b> " + number(1990 + i) +
             "<br><b>ISBN:</b> " + number(777000 + i) + "<br></td></tr></table>");
  }
  const std::vector<std::string> dates = shop.extract("published", {{0, {"1990"}, {}}});
  for (int i = 0; i < 12; ++i) EXPECT_EQ(dates[static_cast<std::size_t>(i)], number(1990 + i));
}

TEST(Trust, ANameThatIsNearByChanceDoesNotChoose) {
  // What stands behind "About the author" on the labelled page is something else on other pages.
  Shop shop;
  for (int i = 0; i < 12; ++i) {
    const std::string author = "Ann " + std::string(3, static_cast<char>('a' + i));
    shop.add("<h1>Book " + number(i) + "</h1><p><a>" + author +
             "</a> (Author)</p><div><div><div><h2>" +
             (i == 0 ? "About the author" : "Other forms") + "</h2><b>" +
             (i == 0 ? author : "Form " + std::string(2, static_cast<char>('p' + i % 4))) +
             "</b></div></div></div>");
  }
  const std::vector<std::string> authors = shop.extract("author", {{0, {"Ann aaa"}, {}}});
  EXPECT_EQ(authors[5], "Ann fff");
  EXPECT_EQ(authors[9], "Ann jjj");
}

TEST(Trust, MarkedWordsWithANameOfTheirOwnAreNotOfTheValue) {
  Shop shop;
  for (int i = 0; i < 12; ++i) {
    const std::string date = "May " + number(i + 1);
    shop.add("<h1>Job " + number(i) + "</h1><table><tr><th>Posted</th><td>" +
             (i % 3 == 1 ? "<nobr>" + date + "<span class=again> (again June " + number(i) +
                               ")</span></nobr>"
                         : date) +
             "</td></tr></table>");
  }
  const std::vector<std::string> dates = shop.extract("posted", {{0, {"May 1"}, {}}});
  for (int i = 0; i < 12; ++i)
    EXPECT_EQ(dates[static_cast<std::size_t>(i)], "May " + number(i + 1));
}

TEST(Trust, TheSameTextInALargerElementIsNotTheValue) {
  Shop shop;  // one page: nothing but the label says what is meant
  shop.add(
      "<p>House Ltd</p><dl><dt>Company</dt><dd>House Ltd</dd></dl><div><h2>Contact</h2>"
      "<p><b>Ann</b></p><p>House Ltd<br>1 Long Street<br>York</p></div>");
  EXPECT_EQ(shop.extract("company", {{0, {"House Ltd"}, {}}})[0], "House Ltd");
}

TEST(Trust, ANestedListIsDoubted) {
  test::SlotPages pages;
  for (int i = 0; i < 12; ++i) {
    std::string list = "<b>Own " + number(i) + "</b>";
    for (int k = i % 3; k >= 0; --k) {
      list = (k == 0 ? "<a>Top " : "<a>Below ") + number(20 * i + k) + "</a><ul><li>" + list +
             "</li></ul>";
    }
    pages.add("<html><body><h1>Term " + number(i) + "</h1><ul><li>" + list +
              "</li></ul><p>End</p></body></html>");
  }
  TemplateRules rules;
  const std::vector<LabelledField> fields = {{"parents", {{0, {"Top 0"}, {}}}}};
  learn_fields(pages.all(), {}, fields, {}, rules);
  ASSERT_EQ(rules.fields.size(), 1U);
  Applier applier(rules);
  std::vector<FoundField> found;
  applier.apply(pages[5], {}, found);
  EXPECT_EQ(found[0].values, (std::vector<std::string>{"Top 100", "Below 101", "Below 102"}));
  EXPECT_TRUE(needs_review(found[0]));
  applier.apply(pages[3], {}, found);
  EXPECT_EQ(found[0].values, std::vector<std::string>{"Top 60"});
}

TEST(Trust, ATextOfTheTemplateThatNoLabelShowsIsLeftOutAndDoubted) {
  Shop shop;
  // Texts that differ by more than digits are not labels.
  const auto word = [](int i) { return std::string(4, static_cast<char>('a' + i)); };
  const auto paragraph = [&](int i, const std::string& end) {
    return "The question " + word(i) + " has a good many words " + end;
  };
  for (int i = 0; i < 12; ++i) {
    shop.add("<h1>" + word(i) + "</h1><div class=post><p>" + paragraph(i, "here.") + "</p><p>" +
             paragraph(i, "there.") + "</p>" +
             (i % 3 == 0 ? "" : "<p><a>Tweet this question</a></p>") +
             "</div><p class=foot>Foot</p>");
  }
  const auto wanted = [&](int i) { return paragraph(i, "here.") + " " + paragraph(i, "there."); };
  const std::vector<std::string> texts = shop.extract("question", {{0, {wanted(0)}, {}}});
  for (int i = 0; i < 12; ++i) {
    const auto page = static_cast<std::size_t>(i);
    EXPECT_EQ(texts[page], wanted(i));
    EXPECT_EQ(shop.doubted[page], i % 3 != 0) << i;
  }
  ASSERT_NE(shop.learned[0].ask, kNone);
  EXPECT_NE(shop.learned[0].ask % 3, 0U);
}

// "<li>parent<ul><li>parent<ul><li><b>this</b><ul><li>child".
TEST(Trust, AListEndsAtWhatNoLabelHasBetweenItsValues) {
  Shop shop;
  for (int i = 0; i < 12; ++i) {
    const std::string own = number(i);
    std::string html = "<h1>Term " + own + "</h1><ul><li><a>root" + number(i % 5) +
                       "</a><ul><li><a>parent" + own + "</a><ul><li><b>term" + own + "</b>";
    if (i % 3 == 1) html += "<ul><li><a>child" + own + "</a></li><li><a>heir</a></li></ul>";
    shop.add(html + "</li></ul></li></ul></li></ul><p>Foot</p>");
  }
  const std::vector<std::string> lists = shop.extract("parents", {{0, {"root0", "parent0"}, {}}});
  for (int i = 0; i < 12; ++i) {
    const auto page = static_cast<std::size_t>(i);
    EXPECT_EQ(lists[page], "root" + number(i % 5) + "|parent" + number(i));
    EXPECT_EQ(shop.doubted[page], i % 3 == 1) << i;
  }
  EXPECT_EQ(shop.learned[0].ask % 3, 1U);
}

TEST(Trust, MarksBetweenLabelledValuesSeparateOthersToo) {
  Shop shop;
  for (int i = 0; i < 9; ++i) {
    std::string html = "<h1>Talk " + number(i) + "</h1><div class=speakers>";
    for (int k = 0; k <= i % 3; ++k) {
      html += (k > 0 ? ", " : "") + ("<a class=who>ann" + number(10 * i + k)) + "</a>";
    }
    shop.add(html + "</div><div class=room>Room " + number(i) + "</div>");
  }
  const std::vector<std::string> speakers = shop.extract("speakers", {{1, {"ann10", "ann11"}, {}}});
  EXPECT_EQ(speakers[5], "ann50|ann51|ann52");
  EXPECT_FALSE(shop.doubted[5]);
}

// The labelled page has one author, others have several in one line.
TEST(Trust, AValueThatOthersFollowInItsLineIsAListAndDoubted) {
  Shop shop;
  for (int i = 0; i < 12; ++i) {
    const std::string own = number(i);
    shop.add("<h1>News " + own + "</h1><p class=by>By <a>ann" + own + "</a>" +
             (i % 3 == 1   ? ", <a>bob" + own + "</a>"
              : i % 3 == 2 ? " and <a>bob" + own + "</a>"
                           : "") +
             ", published today</p>");
  }
  const std::vector<std::string> authors = shop.extract("author", {{0, {"ann0"}, {}}});
  for (int i = 0; i < 12; ++i) {
    const auto page = static_cast<std::size_t>(i);
    EXPECT_EQ(authors[page], "ann" + number(i) + (i % 3 != 0 ? "|bob" + number(i) : ""));
    EXPECT_EQ(shop.doubted[page], i % 3 != 0) << i;
  }
}

TEST(Trust, AValueThatOthersFollowInItsElementIsAListAndDoubted) {
  Shop shop;
  for (int i = 0; i < 12; ++i) {
    const std::string own = number(i);
    shop.add("<h1>Land " + own + "</h1><table><tr><th>Capital</th><td>city" + own +
             "</td></tr><tr><th>Languages</th><td>avar" + own +
             (i % 3 == 1 ? "<br>lezgi" + own : "") + "</td></tr></table>");
  }
  const std::vector<std::string> languages = shop.extract("language", {{0, {"avar0"}, {}}});
  for (int i = 0; i < 12; ++i) {
    const auto page = static_cast<std::size_t>(i);
    EXPECT_EQ(languages[page], "avar" + number(i) + (i % 3 == 1 ? "|lezgi" + number(i) : ""));
    EXPECT_EQ(shop.doubted[page], i % 3 == 1) << i;
  }
}

// Sites of other shapes, each labelled on a page with one value: the others have one to three.
TEST(Trust, AFieldThatWasLabelledAloneIsAListOnOtherPages) {
  struct Shape {
    const char* name;
    const char* begin;  // of the list
    const char* between;
    const char* end;
  };
  const Shape shapes[] = {
      {"line of links", "<p class=meta>Filed under <a rel=tag href=/c>",
       "</a>, <a rel=tag href=/c>", "</a> by Bob</p>"},
      {"table cell", "<table><tr><th>Actors</th><td>", "<br>", "</td></tr></table>"},
      {"definitions", "<dl><dt>Actor</dt><dd>", "</dd><dd>", "</dd><dt>Year</dt></dl>"},
      {"badges", "<div class=head><h2>Actors</h2><span class=badge>", "</span> <span class=badge>",
       "</span><i>end</i></div>"},
      {"and", "<p>With <b>", "</b> and <b>", "</b> in the cast</p>"},
      {"list below a heading", "<div><h3>Actors</h3><ul><li><a href=/a>",
       "</a></li><li><a href=/a>", "</a></li></ul><p>More</p></div>"},
  };
  const char* const names[] = {"ann", "bob", "cid", "dora", "emil", "fay",
                               "gus", "hal", "ina", "jon",  "kim",  "lea"};
  for (const Shape& shape : shapes) {
    Shop shop;
    std::vector<std::string> wanted;
    for (int i = 0; i < 12; ++i) {
      std::string html = std::string("<h1>Film of ") + names[i] + "</h1>" + shape.begin;
      std::string values;
      for (int k = 0; k <= i % 3; ++k) {
        const std::string value =
            std::string(names[(5 * i + k) % 12]) + " " + names[(i + 7 * k) % 12];
        html += (k > 0 ? shape.between : "") + value;
        values += (k > 0 ? "|" : "") + value;
      }
      wanted.push_back(values);
      shop.add(html + shape.end + "<p>Year " + number(1950 + 3 * i) + "</p>");
    }
    const std::vector<std::string> found = shop.extract("actor", {{0, {wanted[0]}, {}}});
    ASSERT_EQ(found.size(), 12U) << shape.name;
    for (std::size_t i = 0; i < 12; ++i) EXPECT_EQ(found[i], wanted[i]) << shape.name << " " << i;
  }
}

// One page of twenty has two: an exception, which stays one value in doubt.
TEST(Trust, AFieldOfOneValueIsNotAListForAFewPages) {
  Shop shop;
  for (int i = 0; i < 30; ++i) {
    shop.add("<h1>Item " + number(i) + "</h1><p>Price <b>$" + number(5 + i) + "</b>" +
             (i == 17 || i == 20 ? ", <b>$99</b>" : "") + "</p>");
  }
  const std::vector<std::string> prices = shop.extract("price", {{0, {"$5"}, {}}});
  EXPECT_EQ(prices[17], "$22");
  EXPECT_TRUE(shop.doubted[17]);
  EXPECT_FALSE(shop.rules.fields[0].is_list);
}

// The person labelled one of two that stand there.
TEST(Trust, AValueThatWasLabelledBesideOthersIsOneValue) {
  Shop shop;
  for (int i = 0; i < 12; ++i) {
    const std::string own = number(i);
    shop.add("<h1>Game " + own + "</h1><p>By <a>ann" + own + "</a>, <a>bob" + own + "</a></p>");
  }
  const std::vector<std::string> first = shop.extract("author", {{0, {"ann0"}, {}}});
  for (int i = 0; i < 12; ++i) EXPECT_EQ(first[static_cast<std::size_t>(i)], "ann" + number(i));
}

TEST(Trust, AnAttributeThatOthersFollowIsDoubted) {
  Shop shop;
  for (int i = 0; i < 12; ++i) {
    const std::string own = number(i);
    shop.add("<h1>Kit " + own + "</h1><ul class=team><li><a href=x><img alt=ann" + own +
             "></a></li>" + (i % 3 == 1 ? "<li><a href=y><img alt=bob" + own + "></a></li>" : "") +
             "</ul><p>About kit " + own + "</p>");
  }
  const std::vector<std::string> team = shop.extract("team", {{0, {"ann0"}, {}}});
  for (int i = 0; i < 12; ++i) {
    const auto page = static_cast<std::size_t>(i);
    EXPECT_EQ(team[page], "ann" + number(i));
    EXPECT_EQ(shop.doubted[page], i % 3 == 1) << i;
  }
}

// A paragraph of the template stands before the labelled one, so only the other side tells.
TEST(Trust, AParagraphThatAnotherOneFollowsIsDoubted) {
  Shop shop;
  for (int i = 0; i < 12; ++i) {
    const std::string own = number(i);
    shop.add("<h1>Course " + own + "</h1><p><b>Term:</b> fall " + own +
             "</p><p>The first words of text number " + own + " are here.</p>" +
             (i % 3 == 1 ? "<p>And more words of text number " + own + " are here.</p>" : "") +
             "<h2>Topics</h2>");
  }
  const std::vector<std::string> texts =
      shop.extract("text", {{0, {"The first words of text number 0 are here."}, {}}});
  for (int i = 0; i < 12; ++i) {
    const auto page = static_cast<std::size_t>(i);
    EXPECT_EQ(texts[page], "The first words of text number " + number(i) + " are here.");
    EXPECT_EQ(shop.doubted[page], i % 3 == 1) << i;
  }
}

// The labelled page has no beds; on others they stand where its baths are.
TEST(Trust, WhatStandsBeforeAnotherLabelIsNotTheField) {
  Shop shop;
  for (int i = 0; i < 15; ++i) {
    const std::string own = number(i);
    const auto item = [](int count, const std::string& label) {
      return "<li><b>" + number(count) + "</b> " + label + "</li>";
    };
    shop.add("<h1>House " + own + "</h1><ul class=facts>" +
             (i % 3 == 1 ? item(1 + i % 4, "Beds") : "") + item(5 + i % 3, "Baths") +
             item(100 + i, "m2") + "</ul>");
  }
  const std::vector<std::string> baths = shop.extract("baths", {{0, {"5"}, {}}});
  for (int i = 0; i < 15; ++i) {
    const std::string& given = baths[static_cast<std::size_t>(i)];
    EXPECT_TRUE(given == number(5 + i % 3) || given == "-") << i << " " << given;
    if (i % 3 != 1) {
      EXPECT_EQ(given, number(5 + i % 3));
    }
  }
}

TEST(Trust, ACountedWordWithALabelBeforeItIsAskedFor) {
  Shop shop;
  for (int i = 0; i < 12; ++i) {
    shop.add("<h1>Dish " + number(i) + "</h1><div><span>Prep: " + number(10 + i) + " min</span>" +
             (i % 2 == 1 ? "<span>Cook: " + number(40 + i) + " min</span>" : "") + "<span>Serves " +
             number(1 + i % 7) + "</span></div>");
  }
  const std::vector<std::string> serves = shop.extract("serves", {{2, {"3"}, {}}});
  EXPECT_EQ(serves[4], "5");
  for (int i = 0; i < 12; ++i) {
    const auto page = static_cast<std::size_t>(i);
    EXPECT_TRUE(serves[page] == "-" || serves[page] == number(1 + i % 7) || shop.doubted[page])
        << i;
  }
}

TEST(Trust, ANameInTheTextItselfChoosesThePart) {
  Shop shop;
  for (int i = 0; i < 12; ++i) {
    shop.add("<h1>Topic " + number(i) + "</h1><span id=posts>(" + number(3 + i % 4) +
             " posts)</span><span id=voices>(" + number(3 + i % 2) + " voices)</span><p>Asked " +
             number(3 + i % 5) + " years ago by user" + number(i) + "</p>");
  }
  const std::vector<std::string> voices = shop.extract("voices", {{0, {"3"}, {}}});
  for (int i = 0; i < 12; ++i) {
    EXPECT_EQ(voices[static_cast<std::size_t>(i)], number(3 + i % 2));
  }
}

// Names of a recipe, joined to one text: "ann1", "ann1, bob1", "ann1, bob1 and cid1".
std::string joined_names(int i, int count, const std::string& last) {
  std::string text = "ann" + number(i);
  if (count > 1) text += (count > 2 ? ", " : last) + "bob" + number(i);
  if (count > 2) text += last + "cid" + number(i);
  return text;
}

std::vector<std::string> names(int i) {
  return {"ann" + number(i), "bob" + number(i), "cid" + number(i)};
}

TEST(Trust, AListInOneTextIsDividedOnEachPage) {
  Shop shop;
  for (int i = 0; i < 12; ++i) {
    shop.add("<h1>Dish " + number(i) + "</h1><p>Cooks: " + joined_names(i, 1 + i % 3, " and ") +
             " (all)</p><p>Serves " + number(i) + "</p>");
  }
  const std::vector<std::string> cooks = shop.extract("cooks", {{2, names(2), {}}});
  ASSERT_EQ(cooks.size(), 12U);
  EXPECT_TRUE(shop.rules.fields[0].is_list);
  for (int i = 0; i < 12; ++i) {
    const auto page = static_cast<std::size_t>(i);
    std::string wanted = "ann" + number(i);
    if (i % 3 > 0) wanted += "|bob" + number(i);
    if (i % 3 > 1) wanted += "|cid" + number(i);
    EXPECT_EQ(cooks[page], wanted);
    EXPECT_FALSE(shop.doubted[page]) << i;
  }
}

// The label shows ", " alone; other pages end with " and ".
TEST(Trust, AListInOneTextWithAnotherSeparatorIsInDoubt) {
  Shop shop;
  for (int i = 0; i < 12; ++i) {
    shop.add("<h1>Dish " + number(i) + "</h1><p>" +
             joined_names(i, 3, i % 3 == 1 ? " and " : ", ") + "</p><p>Serves " + number(i) +
             "</p>");
  }
  const std::vector<std::string> cooks = shop.extract("cooks", {{0, names(0), {}}});
  for (int i = 0; i < 12; ++i) {
    const auto page = static_cast<std::size_t>(i);
    EXPECT_EQ(shop.doubted[page], i % 3 == 1) << cooks[page];
    if (i % 3 != 1) {
      EXPECT_EQ(cooks[page], "ann" + number(i) + "|bob" + number(i) + "|cid" + number(i));
    }
  }
}

// Values that can be learned one by one are: a sentence that names some of them is not their list.
TEST(Trust, AListOfItemsIsNotReadFromASentence) {
  Shop shop;
  for (int i = 0; i < 12; ++i) {
    std::string items;
    for (int k = 0; k < 2 + i % 2; ++k) {
      items += "<li>" + names(i)[static_cast<std::size_t>(k)] + " (cook)</li>";
    }
    shop.add("<h1>Dish " + number(i) + "</h1><p class=lead>By " + joined_names(i, 2, " and ") +
             ".</p><ul class=staff>" + items + "</ul><p>Serves " + number(i) + "</p>");
  }
  const std::vector<std::string> cooks = shop.extract("cooks", {{0, {"ann0", "bob0"}, {}}});
  for (int i = 0; i < 12; ++i) {
    const auto page = static_cast<std::size_t>(i);
    const std::string two = "ann" + number(i) + "|bob" + number(i);
    const std::string wanted = i % 2 == 0 ? two : two + "|cid" + number(i);
    EXPECT_TRUE(cooks[page] == wanted || shop.doubted[page]) << cooks[page];
  }
  EXPECT_TRUE(shop.rules.fields[0].separators.empty());
}

// The lead names the first two cooks; the labelled page has but two.
TEST(Trust, TwoListsThatDifferOnOtherPagesAreInDoubt) {
  Shop shop;
  for (int i = 0; i < 12; ++i) {
    shop.add("<h1>Dish " + number(i) + "</h1><p class=lead>" + joined_names(i, 2, ", ") +
             "</p><p class=staff>Cooks: " + joined_names(i, 2 + i % 2, ", ") + "</p>");
  }
  shop.extract("cooks", {{0, {"ann0", "bob0"}, {}}});
  EXPECT_EQ(shop.learned[0].places.size(), 2U);
  for (std::size_t i = 0; i < 12; ++i) EXPECT_TRUE(shop.doubted[i]) << i;
  // A page where they differ decides.
  const std::vector<std::string> cooks =
      shop.extract("cooks", {{0, {"ann0", "bob0"}, {}}, {1, names(1), {}}});
  for (int i = 0; i < 12; ++i) {
    const auto page = static_cast<std::size_t>(i);
    EXPECT_EQ(cooks[page].ends_with("|cid" + number(i)), i % 2 == 1) << cooks[page];
    EXPECT_FALSE(shop.doubted[page]) << i;
  }
}

// Labelled values have a comma themselves, so a comma says nothing.
TEST(Trust, AListOfValuesWithMarksIsNotInDoubt) {
  Shop shop;
  for (int i = 0; i < 12; ++i) {
    shop.add("<h1>Dish " + number(i) + "</h1><p>Ito" + number(i) + ", Dora; Evans" + number(i) +
             ", Lou</p><p>Serves " + number(i) + "</p>");
  }
  const std::vector<std::string> cooks =
      shop.extract("cooks", {{0, {"Ito0, Dora", "Evans0, Lou"}, {}}});
  for (int i = 0; i < 12; ++i) {
    const auto page = static_cast<std::size_t>(i);
    EXPECT_EQ(cooks[page], "Ito" + number(i) + ", Dora|Evans" + number(i) + ", Lou");
    EXPECT_FALSE(shop.doubted[page]) << i;
  }
}

// All pages but those given have a price.
Shop shop_of_prices(const std::vector<int>& without) {
  Shop shop;
  for (int i = 0; i < 20; ++i) {
    const bool has_price = std::ranges::find(without, i) == without.end();
    shop.add("<h1>Item " + number(i) + "</h1><div class=offer>" +
             (has_price ? "<b class=price>$" + number(3 + i) + ".00</b>" : "") +
             "</div><p class=number>No. " + number(100 + i) + "</p>");
  }
  return shop;
}

TEST(Trust, APageThatLacksWhatNearlyAllHaveIsInDoubt) {
  Shop shop = shop_of_prices({7});
  const std::vector<std::string> prices = shop.extract("price", {{0, {"$3.00"}, {}}});
  EXPECT_EQ(prices[7], "-");
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(shop.doubted[i], i == 7) << i;
}

TEST(Trust, WhereManyLackItOrALabelSaysSoNoneIsInDoubt) {
  Shop many = shop_of_prices({3, 7, 11});
  EXPECT_EQ(many.extract("price", {{0, {"$3.00"}, {}}})[7], "-");
  EXPECT_FALSE(many.doubted[7]);
  Shop said = shop_of_prices({7});
  EXPECT_EQ(said.extract("price", {{0, {"$3.00"}, {}}, {7, {}, {}}})[7], "-");
  EXPECT_FALSE(said.doubted[7]);
}

// "Last modified: 3 May" in the foot of each page, and in a list that has it on some pages.
TEST(Trust, APartBehindTheNameOfTheFieldIsPreferredToATextElsewhere) {
  Shop shop;
  const auto date = [](int i) { return number(1990 + i) + "/05/" + number(10 + i); };
  for (int i = 0; i < 12; ++i) {
    const bool is_listed = i % 3 == 0;
    shop.add("<h1>Page " + std::string(3, static_cast<char>('a' + i)) +
             "</h1><ul><li><b class=on>" + date(is_listed ? i : 12 + i) + "</b> page " + number(i) +
             "</li></ul><p>Name of file " + number(i) + " &middot; Last modified: " + date(i) +
             " by <i>ann</i></p>");
  }
  const std::vector<std::string> dates = shop.extract("modified", {{0, {date(0)}, {}}});
  for (int i = 0; i < 12; ++i) EXPECT_EQ(dates[static_cast<std::size_t>(i)], date(i));
}

TEST(Trust, TwoFieldsWithOneValueAndTwoPlacesAreInDoubt) {
  test::SlotPages pages;
  for (int i = 0; i < 12; ++i) {
    const std::string name = std::string(3, static_cast<char>('a' + i)) + "_call";
    pages.add("<html><body><h1>Function <a>" + name + "</a></h1>" +
              (i % 3 != 2
                   ? "<p>Experimental (<code>" +
                         (i == 0 ? name : "part_" + std::string(2, "pqr"[i % 3])) + "</code>)</p>"
                   : "") +
              "<p>About it " + number(i) + "</p></body></html>");
  }
  const std::vector<LabelledField> fields = {{"name", {{0, {"aaa_call"}, {}}}},
                                             {"feature", {{0, {"aaa_call"}, {}}}}};
  TemplateRules rules;
  const std::vector<LearnedField> learned = learn_fields(pages.all(), {}, fields, {}, rules);
  for (const LearnedField& one : learned) {
    EXPECT_EQ(one.places.size(), 2U);
    EXPECT_NE(one.ask, kNone);
    EXPECT_LT(one.rule.trust, kSureConfidence);
  }
}

// The last line of a page is "Date" on some pages and something else on others.
TEST(Trust, AValueBehindAnotherTextThanTheNameOfTheFieldIsInDoubt) {
  Shop shop;
  for (int i = 0; i < 12; ++i) {
    const std::string label = i % 3 == 0 ? "Date" : i % 3 == 1 ? "Dates" : "Left in";
    shop.add("<h1>Item " + number(i) + "</h1><div class=line><h3>Title</h3><p>Book " + number(i) +
             "</p></div><div class=line><h3>" + label + "</h3><p>" + number(1990 + i) +
             "</p></div><h4>End</h4>");
  }
  shop.extract("date", {{0, {"1990"}, {}}});
  for (int i = 0; i < 12; ++i) {
    EXPECT_EQ(shop.doubted[static_cast<std::size_t>(i)], i % 3 == 2) << i;
  }
  ASSERT_NE(shop.learned[0].ask, kNone);
  EXPECT_EQ(shop.learned[0].ask % 3, 2U);
}

// A menu has "Tools" below "Tools Namespaces", the text has it behind "Namespace:".
TEST(Trust, ATextThatIsTheNameOfTheFieldDecidesBeforeOneThatHasItAmongOthers) {
  Shop shop;
  for (int i = 0; i < 12; ++i) {
    const std::string space = "Tools." + std::string(3, static_cast<char>('a' + i % 4));
    shop.add("<div class=menu><div><a>All Namespaces</a></div><div><a>" +
             (i % 3 == 0 ? space : space + " Types") + "</a></div></div><h1>Type " + number(i) +
             "</h1><div><div><p>About " + number(i) + "</p><strong>Namespace:</strong> <a>" +
             space + "</a></div></div>");
  }
  const std::vector<std::string> spaces = shop.extract("namespace", {{0, {"Tools.aaa"}, {}}});
  for (int i = 0; i < 12; ++i) {
    EXPECT_EQ(spaces[static_cast<std::size_t>(i)],
              "Tools." + std::string(3, static_cast<char>('a' + i % 4)));
  }
}

// A heading has both names, and lines below it have one each.
TEST(Trust, APartThatMarksBoundIsPreferredToAWordByItsNumber) {
  Shop shop;
  const auto first = [](int i) {
    const std::string name = "An" + std::string(2, static_cast<char>('a' + i));
    return i % 4 == 3 ? "Eva " + name : name;
  };
  const auto last = [](int i) {
    const std::string name = "Mi" + std::string(2, static_cast<char>('a' + i));
    return i % 4 == 1 ? "von " + name : name;
  };
  for (int i = 0; i < 12; ++i) {
    shop.add("<h1>" + last(i) + " " + first(i) + "</h1><p><small>Vorname</small>: " + first(i) +
             "<br><small>Nachname</small>: " + last(i) + "<br></p><p>End</p>");
  }
  const std::vector<std::string> names =
      shop.extract("last_name", {{0, {last(0)}, {}}, {2, {last(2)}, {}}, {4, {last(4)}, {}}});
  for (int i = 0; i < 12; ++i) EXPECT_EQ(names[static_cast<std::size_t>(i)], last(i));
  EXPECT_TRUE(shop.learned[0].places.empty());
  // One page alone leaves it open.
  shop.extract("last_name", {{0, {last(0)}, {}}});
  EXPECT_GE(shop.learned[0].places.size(), 2U);
}

TEST(Trust, AListWhoseLastValueIsTheHeadingIsLearnedAsAList) {
  Shop shop;
  for (int i = 0; i < 9; ++i) {
    const std::string own = "Call " + std::string(2, static_cast<char>('a' + i));
    std::string path;
    for (int k = 0; k <= i % 3; ++k) path += "<li><a>Level " + number(k) + number(i) + "</a></li>";
    shop.add("<ul class=path>" + path + "<li><a>" + own + "</a></li></ul><h1>" + own +
             "</h1><p>About " + number(i) + "</p>");
  }
  const std::vector<std::string> paths =
      shop.extract("path", {{1, {"Level 01", "Level 11", "Call bb"}, {}}});
  EXPECT_EQ(paths[1], "Level 01|Level 11|Call bb");
  EXPECT_EQ(paths[2], "Level 02|Level 12|Level 22|Call cc");
  EXPECT_EQ(paths[3], "Level 03|Call dd");
}

TEST(Trust, PlacesThatLookAlikeAreDescribedByWhatStandsFurtherBefore) {
  Shop shop;
  for (int i = 0; i < 12; ++i) {
    shop.add("<ul><li>Front</li><li>Size</li><li>" + number(4 + 3 * i) +
             "</li></ul><ul><li>Back</li><li>Size</li><li>" + number(4 + 5 * i) + "</li></ul>");
  }
  shop.extract("length", {{0, {"4"}, {}}});
  std::vector<std::string> places = shop.learned[0].places;
  std::ranges::sort(places);
  EXPECT_EQ(places, (std::vector<std::string>{"Back Size [4]", "Front Size [4]"}));
}

TEST(Trust, AHeadingOfMoreOrFewerWordsIsInDoubt) {
  Shop shop;
  const auto word = [](int i) { return "A" + std::string(3, static_cast<char>('b' + i)); };
  for (int i = 0; i < 12; ++i) {
    shop.add("<h1>" + word(i) + (i % 4 == 3 ? "" : " B" + word(i)) +
             (i % 4 == 2 ? " C" + word(i) : "") + "</h1><p>End</p>");
  }
  const std::vector<FieldLabel> labels = {{0, {word(0)}, {}}, {1, {word(1)}, {}}};
  const std::vector<std::string> names = shop.extract("name", labels);
  EXPECT_EQ(names[4], word(4));
  for (int i = 0; i < 12; ++i) EXPECT_EQ(shop.doubted[static_cast<std::size_t>(i)], i % 4 > 1) << i;
  ASSERT_NE(shop.learned[0].ask, kNone);
  EXPECT_GT(shop.learned[0].ask % 4, 1U);
}

TEST(Trust, AnEmptyPlaceHasNoValue) {
  Shop shop;
  for (int i = 0; i < 12; ++i) {
    shop.add("<h1>" + std::string(3, static_cast<char>('b' + i)) + "</h1><div><b>name</b>: n" +
             std::string(4, static_cast<char>('b' + i)) + "<br><b>born</b>: " +
             (i % 4 == 3  ? ""
              : i % 4 > 0 ? "3. 4. 18" + number(10 + i)
                          : "18" + number(10 + i)) +
             "<br><b>died</b>: 1999</div><p>End</p>");
  }
  const std::vector<std::string> born = shop.extract("born", {{0, {"1810"}, {}}});
  EXPECT_EQ(born[2], "3. 4. 1812");
  for (int i = 0; i < 12; ++i) {
    const auto page = static_cast<std::size_t>(i);
    EXPECT_EQ(born[page] == "-", i % 4 == 3) << i;
    EXPECT_FALSE(shop.doubted[page]) << i;
  }
}

TEST(Trust, ASentenceWithAWordOfManyPagesIsNotMissingWithoutAWord) {
  Shop shop;
  const auto word = [](int i) { return std::string(4, static_cast<char>('a' + i)); };
  for (int i = 0; i < 12; ++i) {
    const std::string wanted = i % 3 == 0   ? "R" + word(i) + " <b>w" + word(i) + "</b> h" + word(i)
                               : i % 3 == 1 ? "Gives " + word(i) + " or <b>FALSE</b> in " + word(i)
                                            : "Gives " + word(i);
    shop.add("<h1>" + word(i) + "</h1><h3>Values</h3><p class=para>" + wanted + "</p><p>End</p>");
  }
  const std::vector<std::string> values = shop.extract("returns", {{0, {"Raaaa waaaa haaaa"}, {}}});
  for (int i = 0; i < 12; ++i) {
    const auto page = static_cast<std::size_t>(i);
    EXPECT_EQ(values[page] == "-" || shop.doubted[page], i % 3 == 1) << i << values[page];
    if (i % 3 == 1) {
      EXPECT_TRUE(shop.doubted[page]) << i;
    }
  }
}

TEST(Trust, TwoFieldsMayBePartsOfOneText) {
  test::SlotPages pages;
  for (int i = 0; i < 12; ++i) {
    pages.add("<html><body><h1>Art " + number(i) + "</h1><p>" + number(i + 1) + " May 1990 - " +
              (i % 3 == 0 ? "ann" + number(i) : "") + " - <a>print</a></p></body></html>");
  }
  const std::vector<LabelledField> fields = {{"date", {{0, {"1 May 1990"}, {}}}},
                                             {"author", {{0, {"ann0"}, {}}}}};
  TemplateRules rules;
  learn_fields(pages.all(), {}, fields, {}, rules);
  ASSERT_EQ(rules.fields.size(), 2U);
  Applier applier(rules);
  std::vector<FoundField> found;
  applier.apply(pages[3], {}, found);
  EXPECT_EQ(found[0].values, std::vector<std::string>{"4 May 1990"});
  EXPECT_EQ(found[1].values, std::vector<std::string>{"ann3"});
  applier.apply(pages[4], {}, found);
  EXPECT_EQ(found[0].values, std::vector<std::string>{"5 May 1990"});
  EXPECT_NE(found[1].state, FieldState::kFound);
}

TEST(Trust, APageThatLacksThePartHasItsText) {
  Shop shop;
  const auto word = [](int i) { return std::string(4, static_cast<char>('a' + i)); };
  for (int i = 0; i < 12; ++i) {
    // Texts with an author have all shapes.
    const std::string author = i % 3 != 0   ? ""
                               : i % 2 == 0 ? "By: " + word(i)
                                            : word(i) + " " + word(i + 1) + ", x" + number(i);
    shop.add("<h1>" + word(i) + "</h1><p class=meta>" + number(i + 1) + " May 1990 - " + author +
             " - <a>print</a></p><p>End</p>");
  }
  const std::vector<std::string> authors =
      shop.extract("author", {{0, {"By: aaaa"}, {}}, {1, {}, {}}, {2, {}, {}}});
  for (int i = 0; i < 12; ++i) {
    EXPECT_EQ(authors[static_cast<std::size_t>(i)] != "-", i % 3 == 0) << i;
  }
  EXPECT_EQ(authors[3], "dddd eeee, x3");
}

}  // namespace
}  // namespace pagekin::wrapper
