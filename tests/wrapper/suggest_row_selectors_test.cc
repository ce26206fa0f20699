#include "pagekin/wrapper/suggest_row_selectors.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/dom/build.h"
#include "pagekin/wrapper/css_selector.h"
#include "pagekin/wrapper/xpath.h"

namespace pagekin::wrapper {
namespace {

constexpr std::string_view kOffers =
    "<html><body><table class=menu><tr><td>Home</td></tr></table><table class=offers>"
    "<tr><th>Who</th><th>Cost</th></tr>"
    "<tr class='offer n1'><td><a href=/1>Ann</a></td><td>7 <i>new</i></td></tr>"
    "<tr class='offer n2'><td><a href=/2>Bob</a></td><td>8</td></tr></table></body></html>";

class SuggestRowSelectors : public testing::Test {
 protected:
  SuggestRowSelectors()
      : tree_(builder_.build(kOffers, {.all_attributes = true, .text = true})),
        row_(tree_.find(parse_css("tr.n1")).front().element) {}

  static bool is_stable(std::string_view name) { return name == ".offers" || name == ".offer"; }
  std::vector<std::string> rows_of(const NodeQuery& query) const {
    std::vector<std::string> texts;
    for (const NodePlace& place : tree_.find(query)) texts.push_back(tree_.value(place));
    return texts;
  }
  // Whether a candidate with this XPath is there.
  static bool has(const std::vector<SuggestedSelector>& all, std::string_view xpath) {
    return std::ranges::any_of(
        all, [&](const SuggestedSelector& one) { return to_xpath_below(one.query) == xpath; });
  }

  dom::Builder builder_;
  QueriedTree tree_;
  std::uint32_t row_;
};

TEST_F(SuggestRowSelectors, FindsRowsByTheirNameAndByWhatIsAboveThem) {
  const std::vector<std::string> both = {"Ann7 new", "Bob8"};
  bool has_own = false;
  bool has_above = false;
  for (const SuggestedSelector& one : suggest_row_selectors(tree_, row_, is_stable)) {
    EXPECT_EQ(to_xpath(one.query).find("n1"), std::string::npos) << "a name of one row";
    if (rows_of(one.query) == both) has_own = true;
    if (to_css(one.query) == "table.offers tr") has_above = true;
  }
  EXPECT_TRUE(has_own);
  EXPECT_TRUE(has_above);
}

TEST_F(SuggestRowSelectors, FindsCellsByStepsFromTheRow) {
  const std::uint32_t cell = tree_.find(parse_css("tr.n1 td:nth-of-type(2)")).front().element;
  const auto cells = suggest_cell_selectors(tree_, row_, cell, "", is_stable);
  EXPECT_TRUE(has(cells, "./td[2]"));
  EXPECT_TRUE(has(cells, ".//td[2]"));
  EXPECT_TRUE(has(cells, ".//td[2]/text()[normalize-space()][1]"));
  const std::uint32_t link = tree_.find(parse_css("tr.n1 a")).front().element;
  const auto links = suggest_cell_selectors(tree_, row_, link, "href", is_stable);
  EXPECT_TRUE(has(links, ".//a/@href"));
  for (const SuggestedSelector& one : links) EXPECT_EQ(one.query.attribute, "href");
}

TEST_F(SuggestRowSelectors, TheRowItselfMayHaveTheValue) {
  const auto own = suggest_cell_selectors(tree_, row_, row_, "", is_stable);
  ASSERT_FALSE(own.empty());
  EXPECT_EQ(to_xpath_below(own.front().query), ".");
  EXPECT_EQ(to_css_below(own.front().query), "");
  EXPECT_EQ(to_xpath_below({.attribute = "href"}), "@href");
}

TEST_F(SuggestRowSelectors, CssCannotBeginWithAChild) {
  EXPECT_EQ(to_css_below(parse_xpath("/td[2]")), std::nullopt);
  EXPECT_EQ(to_css_below(parse_xpath("//td[2]")), "td:nth-of-type(2)");
}

}  // namespace
}  // namespace pagekin::wrapper
