#include "pagekin/wrapper/suggest_selectors.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "pagekin/dom/build.h"
#include "pagekin/wrapper/css_selector.h"
#include "pagekin/wrapper/place_value.h"
#include "pagekin/wrapper/xpath.h"

#include "support/slot_pages.h"

namespace pagekin::wrapper {
namespace {

std::string page(int i, bool has_weight) {
  return "<html><body><div class='box x" + std::to_string(i) + "'><h1 itemprop=name>Thing " +
         std::to_string(i) + "</h1><table>" +
         (has_weight ? "<tr><th>Weight</th><td>" + std::to_string(i) + " g</td></tr>" : "") +
         "<tr><th>Price</th><td>$" + std::to_string(7 * i) +
         "</td></tr></table><p><b>By:</b> Ann " + std::to_string(i) + "</p></div></body></html>";
}

// Candidates from page 1, checked on pages 1 to 6, best first.
std::vector<SuggestedSelector> suggest(const std::string& value, const std::string& prefix) {
  const dom::BuildOptions options{.all_attributes = true, .text = true, .blank_text = false};
  dom::Builder builder;
  const std::string first = page(1, true);
  std::vector<SuggestedSelector> found;
  {
    const QueriedTree tree(builder.build(first, options));
    const PageSlots slots = test::slots_of(first);
    const std::vector<LabelPlace> places = places_of_value(slots, value);
    found = suggest_selectors(
        tree, slots, places.front().ranges.front().first, 0, false,
        [](std::string_view name) { return name == ".box"; },
        [](std::string_view text) { return text.find_first_of("0123456789") == text.npos; });
  }
  for (int i = 1; i <= 6; ++i) {
    const std::string html = page(i, i % 2 == 1);
    const QueriedTree tree(builder.build(html, options));
    const std::vector<std::string> wanted = {prefix + std::to_string(prefix == "$" ? 7 * i : i)};
    for (SuggestedSelector& one : found) check_selector(tree, wanted, false, one);
  }
  rank_selectors(found);
  return found;
}

TEST(SuggestSelectors, LabelsComeBeforePositions) {
  const std::vector<SuggestedSelector> found = suggest("$7", "$");
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(to_xpath(found[0].query), "//th[normalize-space()='Price']/following-sibling::td[1]");
  EXPECT_EQ(found[0].hits, 6U);
  const auto position = std::ranges::find(found, AnchorKind::kPosition, &SuggestedSelector::kind);
  ASSERT_NE(position, found.end());
  EXPECT_EQ(position->hits, 3U);  // the optional row moves it
  EXPECT_EQ(to_css(position->query), "html > body > div > table tr:nth-of-type(2) > td");
}

// 'Weight' stands before the row of the price, too, where there is a weight.
TEST(SuggestSelectors, LabelsOfOtherValuesAreFar) {
  bool has_far = false;
  for (const SuggestedSelector& one : suggest("$7", "$")) {
    if (one.kind != AnchorKind::kLabel) continue;
    const bool is_own = to_xpath(one.query).find("'Price'") != std::string::npos;
    EXPECT_EQ(one.is_far, !is_own) << to_xpath(one.query);
    has_far |= one.is_far;
  }
  EXPECT_TRUE(has_far);
}

TEST(SuggestSelectors, NamesComeBeforeFarLabels) {
  SuggestedSelector far{.query = parse_xpath("//b[normalize-space()='A']/../p[1]"),
                        .kind = AnchorKind::kLabel,
                        .is_far = true,
                        .hits = 9};
  SuggestedSelector name{
      .query = parse_xpath("//p[@class='price']"), .kind = AnchorKind::kClass, .hits = 9};
  std::vector<SuggestedSelector> found = {far, name};
  rank_selectors(found);
  EXPECT_EQ(found.front().kind, AnchorKind::kClass);
}

TEST(SuggestSelectors, NamesOfAttributesAreAnchors) {
  const std::vector<SuggestedSelector> found = suggest("Thing 1", "Thing ");
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(to_xpath(found[0].query), "//h1[@itemprop='name']");
  EXPECT_EQ(to_css(found[0].query), "h1[itemprop=\"name\"]");
}

TEST(SuggestSelectors, AnyAttributeCanBeTheValue) {
  const std::string html = "<p>other</p><div><b class=box data-price=12 data-sku=12>x</b></div>";
  dom::Builder builder;
  const QueriedTree tree(builder.build(html, {.all_attributes = true, .text = true}));
  const PageSlots slots = test::slots_of(html, {.names = {"data-price"}});
  const auto no = [](std::string_view) { return false; };
  const auto is_box = [](std::string_view name) { return name == ".box"; };
  std::vector<SuggestedSelector> found = suggest_selectors(
      tree, slots, static_cast<std::uint32_t>(slots.slots.size() - 1), 0, false, is_box, no);
  ASSERT_FALSE(found.empty());
  const std::vector<std::string> wanted = {"12"};
  for (SuggestedSelector& one : found) check_selector(tree, wanted, false, one);
  rank_selectors(found);
  EXPECT_EQ(found[0].hits, 1U);
  EXPECT_TRUE(to_xpath(found[0].query).ends_with("/@data-price")) << to_xpath(found[0].query);
}

TEST(SuggestSelectors, ATextBehindItsLabelIsFound) {
  const std::vector<SuggestedSelector> found = suggest("Ann 1", "Ann ");
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(to_xpath(found[0].query),
            "//b[normalize-space()='By:']/following-sibling::text()[normalize-space()][1]");
  EXPECT_EQ(found[0].hits, 6U);
}

TEST(SuggestSelectors, ClassesOfOnePageAreNoAnchors) {
  for (const SuggestedSelector& one : suggest("$7", "$")) {
    EXPECT_EQ(to_xpath(one.query).find(" x1 "), std::string::npos);
  }
}

// Tags in a list, and another list that must not be taken for it.
std::string tagged(int i) {
  std::string html = "<html><body><ul class=menu><li>Home</li><li>News</li></ul><div><ul>";
  for (int k = 0; k <= i % 3; ++k) html += "<li>tag " + std::to_string(10 * i + k) + "</li>";
  return html + "</ul></div></body></html>";
}

TEST(SuggestSelectors, SelectorsOfAListGiveAllOfItAndNothingElse) {
  const dom::BuildOptions options{.all_attributes = true, .text = true, .blank_text = false};
  dom::Builder builder;
  std::vector<SuggestedSelector> found;
  {
    const std::string html = tagged(2);
    const QueriedTree tree(builder.build(html, options));
    const PageSlots slots = test::slots_of(html);
    const std::vector<LabelPlace> places = places_of_value(slots, "tag 21");
    found = suggest_selectors(
        tree, slots, places.front().ranges.front().first, 0, true,
        [](std::string_view name) { return name == ".menu"; },
        [](std::string_view) { return false; });
  }
  for (int i = 1; i <= 6; ++i) {
    const std::string html = tagged(i);
    const QueriedTree tree(builder.build(html, options));
    std::vector<std::string> wanted;
    for (int k = 0; k <= i % 3; ++k) wanted.push_back("tag " + std::to_string(10 * i + k));
    for (SuggestedSelector& one : found) check_selector(tree, wanted, true, one);
  }
  rank_selectors(found);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(to_xpath(found[0].query), "/html/body/div/ul/li");
  EXPECT_EQ(found[0].hits, 6U);
  const auto second = std::ranges::find_if(found, [](const SuggestedSelector& one) {
    return to_xpath(one.query) == "/html/body/div/ul/li[2]";
  });
  ASSERT_NE(second, found.end());
  EXPECT_EQ(second->hits, 0U) << "one value is not the list";
  const std::string lacking = "<html><body><div><ul><li>x</li></ul></div></body></html>";
  const QueriedTree tree(builder.build(lacking, options));
  check_selector(tree, {}, true, found[0]);
  EXPECT_EQ(found[0].extra, 1U);
}

}  // namespace
}  // namespace pagekin::wrapper
