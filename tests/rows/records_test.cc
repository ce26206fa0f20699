#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/core/random.h"
#include "pagekin/rows/find_records.h"
#include "pagekin/rows/fit_record.h"

#include "rows/pages.h"

namespace pagekin::rows {
namespace {

std::string word(Random& random) {
  std::string text;
  for (int i = 0; i < 6; ++i) text += static_cast<char>('a' + random.below(26));
  return text;
}

// Pages of posts: an author, a date that some posts lack, a text.
std::vector<std::string> forum(std::size_t count, std::uint64_t seed, bool has_classes = true) {
  Random random(seed);
  const auto named = [&](const std::string& name) {
    return has_classes ? " class=" + name : std::string();
  };
  std::vector<std::string> pages;
  for (std::size_t i = 0; i < count; ++i) {
    std::string html =
        "<body><ul class=menu><li><a href=/a>Home</a> x<li><a href=/b>About</a> y"
        "</ul><h1>" +
        word(random) + "</h1><div id=posts>";
    for (std::uint32_t post = 2 + random.below(4); post > 0; --post) {
      html += "<div" + named("post") + "><b" + named("author") + ">" + word(random) + "</b>";
      if (random.below(3) > 0) html += "<i" + named("date") + ">" + word(random) + "</i>";
      html += "<p" + named("text") + ">" + word(random) + " " + word(random) + "</p></div>";
    }
    pages.push_back(html + "</div>");
  }
  return pages;
}

const RecordRule* record_with(const std::vector<RecordRule>& all, const std::string& cell) {
  for (const RecordRule& rule : all) {
    if (std::ranges::find(rule.cells, cell, &Cell::name) != rule.cells.end()) return &rule;
  }
  return nullptr;
}

TEST(Records, ACellThatARowLacksIsEmpty) {
  std::vector<std::string> pages = forum(8, 3);
  pages.push_back(
      "<body><h1>t</h1><div id=posts><div class=post><b class=author>Ann</b><p class=text>one two"
      "</p></div><div class=post><b class=author>Bob</b><i class=date>May</i><p class=text>three "
      "four</p></div></div>");
  const Laid laid(pages);
  const std::vector<RecordRule> all = find_records(*laid.laid, find_regions(*laid.laid));
  const RecordRule* posts = record_with(all, "author");
  ASSERT_NE(posts, nullptr);
  EXPECT_EQ(shown_rows(laid, *posts, 8),
            (std::vector<std::string>{"author=Ann date= text=one two",
                                      "author=Bob date=May text=three four"}));
}

TEST(Records, AMenuIsNotARecord) {
  const Laid laid(forum(8, 5));
  for (const RecordRule& rule : find_records(*laid.laid, find_regions(*laid.laid))) {
    for (const std::string& row : shown_rows(laid, rule, 0)) {
      EXPECT_EQ(row.find("Home"), std::string::npos) << rule.name;
    }
  }
}

TEST(Records, CellsOfTablesAreNamedByTheirHeaders) {
  Random random(9);
  std::vector<std::string> pages;
  for (int i = 0; i < 6; ++i) {
    std::string html = "<table class=t><tr><th>Round<th>Best lap</tr>";
    for (int row = 0; row < 4; ++row) {
      html += "<tr><td>" + word(random) + "<td>" + word(random) + "</tr>";
    }
    pages.push_back(html + "</table>");
  }
  const Laid laid(pages);
  const std::vector<RecordRule> all = find_records(*laid.laid, find_regions(*laid.laid));
  ASSERT_EQ(all.size(), 1U);
  std::vector<std::string> names;
  for (const Cell& cell : all[0].cells) names.push_back(cell.name);
  EXPECT_EQ(names, (std::vector<std::string>{"round", "best_lap"}));
  EXPECT_EQ(shown_rows(laid, all[0], 2).size(), 4U);
}

TEST(Records, VariantsOfAClassAreOneCell) {
  Random random(13);
  std::vector<std::string> pages;
  for (int i = 0; i < 8; ++i) {
    std::string html = "<body><ul>";
    for (int row = 0; row < 5; ++row) {
      const std::string state = random.below(2) == 0 ? "score-plus" : "score-minus";
      html += "<li class=item><b>" + word(random) + "</b><span class=" + state + ">" +
              word(random) + "</span>";
    }
    pages.push_back(html + "</ul>");
  }
  const Laid laid(pages);
  const std::vector<RecordRule> all = find_records(*laid.laid, find_regions(*laid.laid));
  ASSERT_FALSE(all.empty());
  for (const FoundRow& row : read_rows(laid.laid->placed(0), all[0])) {
    for (const std::string& cell : row.cells) EXPECT_FALSE(cell.empty());
  }
}

TEST(Records, CardsInTheCellsOfATableAreRows) {
  Random random(17);
  std::vector<std::string> pages;
  for (int i = 0; i < 6; ++i) {
    std::string html = "<table>";
    for (int row = 0; row < 2; ++row) {
      html += "<tr>";
      for (int card = 0; card < 3; ++card) {
        html += "<td><img src=/" + word(random) + "><h3>" + word(random) + "</h3><p><b>" +
                word(random) + "</b></p></td>";
      }
    }
    pages.push_back(html + "</table>");
  }
  const Laid laid(pages);
  const std::vector<RecordRule> all = find_records(*laid.laid, find_regions(*laid.laid));
  const bool has_cards = std::ranges::any_of(
      all, [&](const RecordRule& rule) { return shown_rows(laid, rule, 0).size() == 6; });
  EXPECT_TRUE(has_cards);
}

TEST(FitRecord, OneRowOrTwoGiveAllRows) {
  for (const bool has_classes : {true, false}) {
    const Laid laid(forum(10, 21, has_classes));
    const std::vector<Region> regions = find_regions(*laid.laid);
    const RowPage& page = laid.laid->page(0);
    std::vector<std::string> authors;
    std::vector<std::string> texts;
    for (std::uint32_t i = 0; i < page.elements.size(); ++i) {
      if (page.elements[i].tag == html::kTagB) authors.push_back(page.text_of(i));
      if (page.elements[i].tag == html::kTagP) texts.push_back(page.text_of(i));
    }
    for (const std::size_t labelled : {1, 2}) {
      LabelledRows labels{.page = 0, .values = {{}, {}}};
      labels.values[0].assign(authors.begin(), authors.begin() + static_cast<long>(labelled));
      labels.values[1].assign(texts.begin(), texts.begin() + static_cast<long>(labelled));
      const auto rule = fit_record(*laid.laid, regions, "posts", {"author", "text"}, {labels});
      ASSERT_TRUE(rule);
      EXPECT_EQ(rule->agreement, 1);
      for (std::uint32_t p = 0; p < laid.pages.size(); ++p) {
        std::vector<std::string> expected;
        const RowPage& one = laid.laid->page(p);
        for (std::uint32_t i = 0; i < one.elements.size(); ++i) {
          if (one.elements[i].tag == html::kTagB) expected.push_back("author=" + one.text_of(i));
          if (one.elements[i].tag == html::kTagP) expected.back() += " text=" + one.text_of(i);
        }
        EXPECT_EQ(shown_rows(laid, *rule, p), expected);
      }
    }
  }
}

// Only the answers are labelled, and the rule gives the question, too.
TEST(FitRecord, RowsThatTheLabelsOfAWholePageLeaveOutAreADoubt) {
  std::vector<std::string> pages = forum(8, 3);
  pages.push_back(
      "<body><h1>t</h1><div id=posts><div class=post><b class=author>Ann</b><p class=text>one two"
      "</p></div><div class=post><b class=author>Bob</b><p class=text>three</p></div><div "
      "class=post><b class=author>Cid</b><p class=text>four</p></div><div class=post><b "
      "class=author>Dan</b><p class=text>five</p></div></div>");
  const Laid laid(pages);
  const std::vector<Region> regions = find_regions(*laid.laid);
  const auto rule_of = [&](std::vector<std::string> authors, std::vector<std::string> texts) {
    return fit_record(*laid.laid, regions, "answers", {"author", "text"},
                      {{8, {std::move(authors), std::move(texts)}}});
  };
  const auto answers = rule_of({"Bob", "Cid", "Dan"}, {"three", "four", "five"});
  ASSERT_TRUE(answers);
  EXPECT_DOUBLE_EQ(answers->agreement, 0.75);
  const auto all = rule_of({"Ann", "Bob", "Cid", "Dan"}, {"one two", "three", "four", "five"});
  ASSERT_TRUE(all);
  EXPECT_DOUBLE_EQ(all->agreement, 1);
  const auto examples = rule_of({"Bob", "Cid"}, {"three", "four"});
  ASSERT_TRUE(examples);
  EXPECT_DOUBLE_EQ(examples->agreement, 1);
}

// Ten labelled rows: nine have the author in an element of its own, and the words around it would
// give all ten.
TEST(FitRecord, AnElementOfItsOwnIsBetterThanAPartOfALargerText) {
  Random random(31);
  const auto post = [](const std::string& meta, const std::string& text) {
    return "<div class=post><div class=meta>" + meta + "</div><p>" + text + "</p></div>";
  };
  std::vector<std::string> pages;
  LabelledRows labels{.page = 0, .values = {{}, {}}};
  for (int i = 0; i < 6; ++i) {
    std::string html = "<body><h1>" + word(random) + "</h1><div id=posts>";
    for (int row = 0; row < 10; ++row) {
      const std::string author = word(random);
      const std::string text = word(random);
      html += post(row == 7 ? "by " + author + " in May" : "by <b>" + author + "</b> in May", text);
      if (i > 0) continue;
      labels.values[0].push_back(author);
      labels.values[1].push_back(text);
    }
    pages.push_back(html + "</div>");
  }
  pages.push_back("<body><h1>t</h1><div id=posts>" + post("by <b>Ann</b> in May", "one") +
                  post("by <b>Bob of Rome</b> since May", "two") + "</div>");
  const Laid laid(pages);
  const auto rule =
      fit_record(*laid.laid, find_regions(*laid.laid), "posts", {"author", "text"}, {labels});
  ASSERT_TRUE(rule);
  EXPECT_EQ(shown_rows(laid, *rule, 6),
            (std::vector<std::string>{"author=Ann text=one", "author=Bob of Rome text=two"}));
}

TEST(FitRecord, ValuesThatAreNotInRowsGiveNoRecord) {
  const Laid laid(forum(6, 23));
  const LabelledRows labels{.page = 0, .values = {{"nowhere", "neither"}}};
  EXPECT_FALSE(fit_record(*laid.laid, find_regions(*laid.laid), "x", {"y"}, {labels}));
}

// What is laid over the pages that were merged gives the places that merging gave.
TEST(PlaceTree, ApplyingAgreesWithLearning) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Laid laid(forum(5, seed, seed % 2 == 0));
    for (std::uint32_t p = 0; p < laid.pages.size(); ++p) {
      std::vector<std::uint32_t> places;
      place_page(laid.laid->tree(), laid.laid->page(p), places);
      ASSERT_EQ(places, laid.laid->merged().places[p]);
    }
  }
}

RecordModel model_of(const Laid& laid) {
  RecordModel model;
  model.tree = laid.laid->tree();
  model.records = find_records(*laid.laid, find_regions(*laid.laid));
  prune(model);
  return model;
}

TEST(RecordModel, PrunedAndStoredItGivesTheSameRows) {
  const Laid laid(forum(8, 31));
  const std::vector<RecordRule> whole = find_records(*laid.laid, find_regions(*laid.laid));
  const RecordModel model = record_model_from(to_bytes(model_of(laid)));
  ASSERT_EQ(model.records.size(), whole.size());
  EXPECT_LT(model.tree.places.size(), laid.laid->tree().places.size());
  for (std::uint32_t p = 0; p < laid.pages.size(); ++p) {
    std::vector<std::uint32_t> places;
    place_page(model.tree, laid.laid->page(p), places);
    for (std::size_t r = 0; r < whole.size(); ++r) {
      const auto before = read_rows(laid.laid->placed(p), whole[r]);
      const auto after = read_rows({&model.tree, &laid.laid->page(p), &places}, model.records[r]);
      ASSERT_EQ(before.size(), after.size());
      for (std::size_t i = 0; i < before.size(); ++i) {
        EXPECT_EQ(before[i].cells, after[i].cells);
      }
    }
  }
}

TEST(RecordModel, DamagedBytesAreRefusedOrReadable) {
  const Laid laid(forum(6, 37));
  const std::string bytes = to_bytes(model_of(laid));
  for (std::size_t size = 0; size < bytes.size(); size += 7) {
    EXPECT_THROW(record_model_from(bytes.substr(0, size)), Error) << size;
  }
  Random random(41);
  for (int round = 0; round < 400; ++round) {
    std::string damaged = bytes;
    damaged[random.below(static_cast<std::uint32_t>(bytes.size()))] =
        static_cast<char>(random.below(256));
    try {
      const RecordModel model = record_model_from(damaged);
      std::vector<std::uint32_t> places;
      place_page(model.tree, laid.laid->page(0), places);
      for (const RecordRule& rule : model.records) {
        read_rows({&model.tree, &laid.laid->page(0), &places}, rule);
      }
    } catch (const Error&) {
      // Refused.
    }
  }
}

}  // namespace
}  // namespace pagekin::rows
