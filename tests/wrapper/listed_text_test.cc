#include "pagekin/wrapper/listed_text.h"

#include <algorithm>
#include <random>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/rounds.h"
#include "support/slot_pages.h"

namespace pagekin::wrapper {
namespace {

using Texts = std::vector<std::string>;

std::vector<ListedText> all_listed_in(const std::string& html, const Texts& values) {
  return listed_texts(test::slots_of("<html><body>" + html + "</body></html>"), values);
}

ListedText listed_in(const std::string& html, const Texts& values) {
  const std::vector<ListedText> all = all_listed_in(html, values);
  return all.empty() ? ListedText() : all.front();
}

TEST(ListedText, ValuesStandInOneText) {
  const ListedText found =
      listed_in("<h1>pasta</h1><p>Tags: sushi, pasta and curry</p>", {"sushi", "pasta", "curry"});
  EXPECT_EQ(found.text, "sushi, pasta and curry");
  EXPECT_EQ(found.separators, (Texts{" and ", ", "}));
  EXPECT_EQ(to_text(found.separators), "divided at ' and ' or ', '");
}

TEST(ListedText, OrInAnAttribute) {
  const ListedText found =
      listed_in("<meta name=keywords content='red; sea green'>", {"red", "sea green"});
  EXPECT_EQ(found.text, "red; sea green");
  EXPECT_EQ(found.separators, Texts{"; "});
}

TEST(ListedText, ValuesMayHaveMarksOfOtherLists) {
  const ListedText found =
      listed_in("<p>By Ito, Dora; Evans, Lou</p>", {"Ito, Dora", "Evans, Lou"});
  EXPECT_EQ(found.text, "Ito, Dora; Evans, Lou");
  EXPECT_EQ(found.separators, Texts{"; "});
}

TEST(ListedText, ALaterPlaceMayBeTheList) {
  EXPECT_EQ(listed_in("<p>red is nice</p><p>red or blue</p>", {"red", "blue"}).separators,
            Texts{" or "});
  EXPECT_EQ(listed_in("<p>red and red, blue</p>", {"red", "blue"}).text, "red, blue");
}

TEST(ListedText, AllTextsWithTheListAreFound) {
  const std::vector<ListedText> all =
      all_listed_in("<p>With red, blue.</p><p>red</p><p>red; blue</p>", {"red", "blue"});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].separators, Texts{", "});
  EXPECT_EQ(all[1].separators, Texts{"; "});
  const PageSlots page = test::slots_of("<p>a</p><p>b<b>c</b>d</p>");
  std::set<std::uint64_t> places;
  for (std::uint32_t slot = 0; slot < page.slots.size(); ++slot) {
    places.insert(place_of_list(page, slot));
  }
  EXPECT_EQ(places.size(), page.slots.size()) << "each slot has a place of its own";
}

// Each letter of a long text may begin the list: what follows is looked at, not the whole text.
TEST(ListedText, ALongTextIsReadOnce) {
  const std::string many(2'000'000, 'a');
  EXPECT_TRUE(all_listed_in("<p>" + many + "</p>", {"a", "b"}).empty());
}

TEST(ListedText, NotWhereItIsNoList) {
  const auto is_none = [](const std::string& html, const Texts& values) {
    return listed_in(html, values).separators.empty();
  };
  EXPECT_TRUE(is_none("<p>red</p>", {"red"})) << "one value";
  EXPECT_TRUE(is_none("<p>red, blue</p>", {"blue", "red"})) << "another order";
  EXPECT_TRUE(is_none("<p>red before blue</p>", {"red", "blue"})) << "a long word";
  EXPECT_TRUE(is_none("<p>red blue</p>", {"red", "blue"})) << "a space";
  EXPECT_TRUE(is_none("<p>red 2 blue</p>", {"red", "blue"})) << "a number";
  EXPECT_TRUE(is_none("<p>red, green, blue</p>", {"red", "blue"})) << "one is missing";
  EXPECT_TRUE(is_none("<p>red, blue</p>", {"red", ""})) << "an empty value";
  // The separator stands in the first value: the values would not come back.
  EXPECT_TRUE(is_none("<p>a and b and c</p>", {"a and b", "c"}));
}

TEST(ListedText, ValuesMayStandApart) {
  const auto apart = [](const std::string& html) {
    return stand_apart(test::slots_of("<html><body>" + html + "</body></html>"),
                       Texts{"red", "blue"});
  };
  EXPECT_TRUE(apart("<p>red, blue</p><ul><li>red</li><li>blue</li></ul>"));
  EXPECT_TRUE(apart("<p>red, blue</p><ul><li>red (1)</li><li>blue (2)</li></ul>"));
  EXPECT_FALSE(apart("<p>red, blue</p>"));
  EXPECT_FALSE(apart("<p>red, blue</p><h1>red</h1><b>blue</b>")) << "elements of two kinds";
  EXPECT_FALSE(apart("<p>red, blue</p><ul><li>tired</li><li>blues</li></ul>")) << "other words";
  EXPECT_FALSE(apart("<p>red, blue</p><ul><li>red</li></ul>")) << "one of two";
}

TEST(ListedText, ValuesThatOtherMarksMayDivide) {
  for (const std::string several :
       {"Ann, Bob", "Ann and Bob", "a / b", "a|b", "Ann \xE2\x80\x93 Bob", "x & y"}) {
    EXPECT_TRUE(may_be_several(several)) << several;
  }
  for (const std::string one : {"Ann", "Anderson", "rock-and-roll", "1/2", "AT&T", "C++"}) {
    EXPECT_FALSE(may_be_several(one)) << one;
  }
}

TEST(ListedText, TheLongerSeparatorCounts) {
  EXPECT_EQ(divided("a, b, and c", Texts{", ", ", and "}), (Texts{"a", "b", "c"}));
  EXPECT_EQ(divided(" a,, b,", Texts{","}), (Texts{"a", "b"}));
  EXPECT_EQ(divided("", Texts{","}), Texts());
  EXPECT_EQ(divided("a, b", Texts()), Texts{"a, b"});
}

// By a regular expression that tries the separators from the longest to the shortest.
Texts divided_slowly(const std::string& text, Texts separators) {
  std::ranges::sort(separators,
                    [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
  std::string pattern;
  for (const std::string& separator : separators) {
    pattern += (pattern.empty() ? "" : "|") +
               std::regex_replace(separator, std::regex(R"([|&;/+])"), R"(\$&)");
  }
  const std::regex regex(pattern);
  Texts values;
  for (std::sregex_token_iterator at(text.begin(), text.end(), regex, -1), end; at != end; ++at) {
    const std::string value = std::regex_replace(at->str(), std::regex("^ +| +$"), "");
    if (!value.empty()) values.push_back(value);
  }
  return values;
}

TEST(ListedText, DividesAsARegularExpressionDoes) {
  std::mt19937 random(7);
  const Texts all = {", ", ",", "; ", " and ", ", and ", " | ", "|", " / "};
  for (int round = 0; round < test::rounds(2000); ++round) {
    Texts separators;
    for (const std::string& one : all) {
      if (random() % 3 == 0) separators.push_back(one);
    }
    if (separators.empty()) continue;
    std::string text;
    for (std::size_t piece = 0; piece < random() % 8; ++piece) {
      const Texts words = {"a", "bo", "c d", "and", " ", "", ","};
      text += words[random() % words.size()] + all[random() % all.size()];
    }
    EXPECT_EQ(divided(text, separators), divided_slowly(text, separators)) << text;
  }
}

// Values without marks, joined by any separators, are found and come back.
TEST(ListedText, WhatIsJoinedComesBack) {
  std::mt19937 random(11);
  const Texts separators = {", ", "; ", " and ", " | ", "/", " \xC2\xB7 ", ", or "};
  for (int round = 0; round < test::rounds(2000); ++round) {
    Texts values;
    std::string text;
    const std::size_t count = 2 + random() % 4;
    for (std::size_t i = 0; i < count; ++i) {
      values.push_back("Value" + std::to_string(random() % 50) + (random() % 2 ? " of it" : ""));
      text += (i == 0 ? "" : separators[random() % separators.size()]) + values.back();
    }
    const ListedText found = listed_in("<p>Names: " + text + ".</p>", values);
    EXPECT_EQ(found.text, text);
    EXPECT_EQ(divided(found.text, found.separators), values);
  }
}

}  // namespace
}  // namespace pagekin::wrapper
