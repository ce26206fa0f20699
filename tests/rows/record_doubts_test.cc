// What labels of a few rows do not say: rows and cells that are in doubt, and rows that only look
// like something else.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/rows/fit_record.h"

#include "rows/pages.h"

namespace pagekin::rows {
namespace {

using Values = std::vector<std::vector<std::string>>;

std::optional<RecordRule> fit(const Laid& laid, const std::vector<std::string>& cells,
                              const Values& values) {
  return fit_record(*laid.laid, find_regions(*laid.laid), "r", cells, {{0, values}});
}

// By row of a page: whether it is in doubt.
std::vector<bool> doubts(const Laid& laid, const RecordRule& rule, std::uint32_t page) {
  std::vector<bool> all;
  for (const FoundRow& row : read_rows(laid.laid->placed(page), rule)) {
    all.push_back(row.is_doubtful);
  }
  return all;
}

std::string name_of(std::size_t page, std::size_t row) {
  return "n" + std::string(1, static_cast<char>('a' + page)) +
         std::string(1, static_cast<char>('a' + row));
}

TEST(RecordDoubts, FewDifferentTextsInTheFirstOfTwoColumnsAreNoLabels) {
  const std::vector<std::string> kinds{"int", "str", "list", "str", "int", "str", "list", "int"};
  std::vector<std::string> pages;
  for (std::size_t p = 0; p < 8; ++p) {
    std::string html = "<body><h1>" + name_of(p, 20) + "</h1><table>";
    for (std::size_t r = 0; r < kinds.size(); ++r) {
      html += "<tr><td>" + kinds[(r + p) % kinds.size()] + "<td><a>" + name_of(p, r) + "</a>";
    }
    pages.push_back(html + "</table>");
  }
  const Laid laid(pages);
  const auto rule = fit(laid, {"kind", "name"}, {{"str", "str"}, {name_of(0, 1), name_of(0, 3)}});
  ASSERT_TRUE(rule.has_value());
  EXPECT_EQ(shown_rows(laid, *rule, 1).size(), kinds.size());
  EXPECT_EQ(shown_rows(laid, *rule, 1)[2], "kind=str name=" + name_of(1, 2));
}

TEST(RecordDoubts, AnIdStaysTheSamePlaceWithOtherClassNames) {
  std::vector<std::string> pages;
  for (std::size_t p = 0; p < 12; ++p) {
    pages.push_back("<body><div id=about class=pane>" + name_of(p, 20) +
                    "</div><div id=tests class='pane fade" + (p % 6 == 0 ? "" : " in") +
                    "'><p><table><tr><td>" + name_of(p, 0) + "<td>x" + name_of(p, 1) + "<tr><td>" +
                    name_of(p, 2) + "<td>x" + name_of(p, 3) + "</table></div>");
  }
  const Laid laid(pages);
  const auto rule =
      fit(laid, {"a", "b"},
          {{name_of(0, 0), name_of(0, 2)}, {"x" + name_of(0, 1), "x" + name_of(0, 3)}});
  ASSERT_TRUE(rule.has_value());
  for (std::uint32_t p = 0; p < 12; ++p) EXPECT_EQ(shown_rows(laid, *rule, p).size(), 2U) << p;
}

TEST(RecordDoubts, ItemsOfAListDirectlyInAListAreItsItems) {
  std::vector<std::string> pages;
  for (std::size_t p = 0; p < 6; ++p) {
    pages.push_back(
        "<body><ul class=l>" +
        (p == 3 ? "<ul class=l><li><s>9</s> <i>" + name_of(p, 9) + "</i></li></ul>" : "") +
        "<li><s>1</s> <i>" + name_of(p, 0) + "</i></li><li><s>2</s> <i>" + name_of(p, 1) +
        "</i></li></ul>");
  }
  const Laid laid(pages);
  const auto rule = fit(laid, {"number", "name"}, {{"1", "2"}, {name_of(0, 0), name_of(0, 1)}});
  ASSERT_TRUE(rule.has_value());
  EXPECT_EQ(
      shown_rows(laid, *rule, 3),
      (std::vector<std::string>{"number=9 name=" + name_of(3, 9), "number=1 name=" + name_of(3, 0),
                                "number=2 name=" + name_of(3, 1)}));
}

// Links to articles, and a menu behind them; two pages of three have the same articles.
std::vector<std::string> pages_with_shared_rows() {
  std::vector<std::string> pages;
  for (std::size_t p = 0; p < 12; ++p) {
    std::string html = "<body><h1>" + name_of(p, 20) + "</h1><div>";
    for (std::size_t r = 0; r < 3; ++r) {
      const std::string name = name_of(p % 3 == 0 ? p : 25, r);
      html += "<a href=/" + name + ">" + name + "</a><br>";
    }
    pages.push_back(html + "<a href=/s>News</a> <a href=/t>Views</a></div>");
  }
  return pages;
}

TEST(RecordDoubts, RowsThatMostPagesShareAreInDoubtIfNoLabelKnowsThem) {
  const Laid laid(pages_with_shared_rows());
  const auto rule =
      fit(laid, {"title", "url"},
          {{name_of(0, 0), name_of(0, 1), name_of(0, 2)},
           {"https://a.example/" + name_of(0, 0), "https://a.example/" + name_of(0, 1),
            "https://a.example/" + name_of(0, 2)}});
  ASSERT_TRUE(rule.has_value());
  EXPECT_EQ(doubts(laid, *rule, 3), (std::vector<bool>{false, false, false}));
  // The menu of the labelled page is not labelled, so it is none of the rows.
  EXPECT_EQ(doubts(laid, *rule, 1), (std::vector<bool>{true, true, true}));
}

TEST(RecordDoubts, LabelledRowsThatMostPagesShareAreRows) {
  std::vector<std::string> pages = pages_with_shared_rows();
  std::swap(pages[0], pages[1]);
  const Laid laid(pages);
  const auto rule = fit(laid, {"title"}, {{name_of(25, 0), name_of(25, 1), name_of(25, 2)}});
  ASSERT_TRUE(rule.has_value());
  EXPECT_EQ(doubts(laid, *rule, 2), (std::vector<bool>{false, false, false}));
  EXPECT_EQ(shown_rows(laid, *rule, 3)[0], "title=" + name_of(3, 0));
}

std::string section(const std::string& name, std::size_t page, std::size_t first) {
  return "<table class=t><tr class=head><td colspan=2><h2>" + name + "</h2><tr class=row><td>" +
         name_of(page, first) + "<td>x" + name_of(page, first + 1) + "<tr class=row><td>" +
         name_of(page, first + 2) + "<td>x" + name_of(page, first + 3) + "</table>";
}

std::vector<std::string> pages_with_sections(bool labelled_has_both) {
  std::vector<std::string> pages;
  for (std::size_t p = 0; p < 8; ++p) {
    const bool has_both = p == 0 ? labelled_has_both : p % 2 == 1;
    pages.push_back("<body><h1>" + name_of(p, 20) + "</h1>" + section("Public", p, 0) +
                    (has_both ? section("Static", p, 4) : ""));
  }
  return pages;
}

const Values kPublicRows{{name_of(0, 0), name_of(0, 2)},
                         {"x" + name_of(0, 1), "x" + name_of(0, 3)}};

TEST(RecordDoubts, RowsUnderAHeadingThatNoLabelHasShownAreInDoubt) {
  const Laid laid(pages_with_sections(false));
  const auto rule = fit(laid, {"a", "b"}, kPublicRows);
  ASSERT_TRUE(rule.has_value());
  EXPECT_EQ(doubts(laid, *rule, 2), (std::vector<bool>{false, false}));
  EXPECT_EQ(doubts(laid, *rule, 1), (std::vector<bool>{false, false, true, true}));
}

TEST(RecordDoubts, ACellWithMoreTextAroundItIsInDoubt) {
  std::vector<std::string> pages;
  for (std::size_t p = 0; p < 6; ++p) {
    std::string html = "<body><h1>" + name_of(p, 20) + "</h1><ul>";
    for (std::size_t r = 0; r < 3; ++r) {
      const bool is_odd = p == 2 && r == 1;
      const bool is_other = p == 3 && r == 1;
      html += "<li class=m><span class=s>" +
              (is_other ? "<q>" + name_of(p, r) + "</q>" : "<a>" + name_of(p, r) + "</a>") +
              (is_odd ? " (also)" : "") + "</span><p>" + name_of(p, r + 10) + "</p>";
    }
    pages.push_back(html + "</ul>");
  }
  const Laid laid(pages);
  const auto rule = fit(laid, {"name", "text"},
                        {{name_of(0, 0), name_of(0, 1), name_of(0, 2)},
                         {name_of(0, 10), name_of(0, 11), name_of(0, 12)}});
  ASSERT_TRUE(rule.has_value());
  EXPECT_EQ(doubts(laid, *rule, 1), (std::vector<bool>{false, false, false}));
  EXPECT_EQ(doubts(laid, *rule, 2), (std::vector<bool>{false, true, false}));
  EXPECT_EQ(doubts(laid, *rule, 3), (std::vector<bool>{false, true, false}));
  EXPECT_EQ(shown_rows(laid, *rule, 3)[1], "name=" + name_of(3, 1) + " text=" + name_of(3, 11));
  // The file of a wrapper keeps all of it.
  RecordModel model{.tree = laid.laid->tree(), .records = {*rule}};
  prune(model);
  const RecordModel again = record_model_from(to_bytes(model));
  EXPECT_EQ(to_bytes(again), to_bytes(model));
  EXPECT_EQ(again.records[0].cells[0].around, model.records[0].cells[0].around);
  EXPECT_NE(again.records[0].cells[0].around, kNone);
}

}  // namespace
}  // namespace pagekin::rows
