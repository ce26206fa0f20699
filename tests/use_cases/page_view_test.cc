// A page as data for a person who labels: every node has a path that leads back to it.
#include "pagekin/extraction/page_view.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/extraction/slot_pages.h"
#include "pagekin/features/page_tree.h"
#include "pagekin/wrapper/page_slots.h"
#include "pagekin/wrapper/place_path.h"
#include "pagekin/wrapper/queried_tree.h"
#include "pagekin/wrapper/xpath.h"

namespace {

using pagekin::Page;
using pagekin::extraction::PageNode;
using pagekin::extraction::PageView;

std::string path_of(const PageView& view, std::uint32_t node) {
  std::string path;
  for (std::uint32_t n = node; n != pagekin::extraction::kNoNode; n = view.nodes[n].parent) {
    path = "/" + view.nodes[n].step + path;
  }
  return path;
}

std::vector<std::string> texts_of(const PageView& view) {
  std::vector<std::string> texts;
  for (const PageNode& node : view.nodes) {
    if (node.kind == "text") texts.push_back((node.is_apart ? " " : "") + node.text);
  }
  return texts;
}

constexpr std::string_view kOdd =
    "<!doctype html><title>A &amp; B</title><meta name=sku content='S 1'>"
    "<script type='application/ld+json'>{\"offers\": {\"price\": \"12.50\"}}</script>"
    "<script>alert(1)</script><style>p { color: red }</style>"
    "<body onload='x()'><h1 class=a>One<b>two</b> three</h1><p>&nbsp;</p><p> \n </p>"
    "<p>&nbsp;<i>a</i>&nbsp;<i>b</i> tail <br> "
    "end</p><o:p>named<o:p>twice</o:p></o:p><o:p>again</o:p>"
    "<svg><linearGradient><title>in svg</title></linearGradient><a href='/x'>link</a></svg>"
    "<table><tr><th>Head<td>1<td>2</table><img src='a.png' alt='A' data-sku='S&amp;2'><a "
    "href='?a=1&amp;b=2'></a>"
    "<div><div><div></div></div></div><textarea>&lt;b&gt;</textarea><noscript><p>none</p></"
    "noscript>";

TEST(PageView, ShowsTextsAsAReaderSeesThemAndNoMarkup) {
  const PageView view = pagekin::extraction::view_page({.id = "a", .body = kOdd});
  const std::vector<std::string> texts = texts_of(view);
  const std::vector<std::string> begin = {" A & B", " One", "two", " three"};
  ASSERT_GE(texts.size(), begin.size());
  EXPECT_TRUE(std::equal(begin.begin(), begin.end(), texts.begin()));
  for (const PageNode& node : view.nodes) {
    EXPECT_EQ(node.text.find("alert"), std::string::npos);
    EXPECT_EQ(node.text.find("color: red"), std::string::npos);
    EXPECT_NE(node.kind, "onload");
  }
  const auto price = std::ranges::find(view.nodes, "json-ld", &PageNode::kind);
  ASSERT_NE(price, view.nodes.end());
  EXPECT_EQ(price->text, "12.50");
  const auto sku = std::ranges::find(view.nodes, "data-sku", &PageNode::kind);
  ASSERT_NE(sku, view.nodes.end());
  EXPECT_EQ(sku->text, "S&2");
  EXPECT_EQ(sku->step, "@data-sku");
  EXPECT_FALSE(view.is_cut);
}

TEST(PageView, PathsLeadBackToTheirValues) {
  const Page page{.id = "a", .body = kOdd};
  const PageView view = pagekin::extraction::view_page(page);
  ASSERT_GT(view.nodes.size(), 30U);
  pagekin::features::read_page_tree(
      page, pagekin::extraction::kSlotTree, 0, [&](const pagekin::dom::Tree& tree) {
        pagekin::wrapper::PageSlots slots;
        pagekin::wrapper::read_slots(tree, {.names = {"data-sku"}}, slots);
        const pagekin::wrapper::QueriedTree queried(tree);
        std::size_t values = 0;
        for (std::uint32_t i = 0; i < view.nodes.size(); ++i) {
          const PageNode& node = view.nodes[i];
          if (node.kind == "json-ld") {
            ++values;
            continue;
          }
          const std::string path = path_of(view, i);
          const pagekin::wrapper::NodeQuery query = pagekin::wrapper::parse_xpath(path);
          EXPECT_EQ(queried.find(query).size(), 1U) << path;
          if (node.kind == "element") continue;
          ++values;
          const pagekin::wrapper::PathPlaces found =
              pagekin::wrapper::place_path(queried, slots, query);
          ASSERT_EQ(found.places.size(), 1U) << path;
          const pagekin::wrapper::SlotRange range = found.places[0].ranges[0];
          EXPECT_EQ(range.first, range.last) << path;
          EXPECT_EQ(slots.value(range.first), node.text) << path;
        }
        EXPECT_EQ(values, slots.slots.size());
      });
}

TEST(PageView, CutsLongPagesAndTexts) {
  std::string body = "<p>" + std::string(5'000, 'x') + "</p>";
  for (int i = 0; i < 20'000; ++i) body += "<p>a</p>";
  const PageView view = pagekin::extraction::view_page({.id = "a", .body = body});
  EXPECT_TRUE(view.is_cut);
  EXPECT_EQ(view.nodes.size(), pagekin::extraction::kMostNodes);
  const auto text = std::ranges::find(view.nodes, "text", &PageNode::kind);
  ASSERT_NE(text, view.nodes.end());
  EXPECT_TRUE(text->is_cut);
  EXPECT_EQ(text->text.size(), pagekin::extraction::kLongestText);
  EXPECT_TRUE(pagekin::extraction::view_page({.id = "a", .body = ""}).nodes.empty());
}

}  // namespace
