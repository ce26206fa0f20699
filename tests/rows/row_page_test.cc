#include "pagekin/rows/row_page.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "reference/naive_row_page.h"
#include "rows/pages.h"

namespace pagekin::rows {
namespace {

TEST(RowPage, JoinsInlineElementsAndKeepsBlocksApart) {
  const RowPage page = page_from("<div><p>One</p><b>tw</b>o <i>three</i><br>four</div>");
  EXPECT_EQ(page.text_of(first_of(page, html::kTagDiv)), "One two three four");
  EXPECT_EQ(page.lines_of(first_of(page, html::kTagDiv)), "One\ntwo three\nfour");
}

TEST(RowPage, GivesAddressesInFull) {
  const RowPage page = page_from("<a href='../x?y=1#z'>x</a><img src='HTTP://b.example'>");
  EXPECT_EQ(page.attribute(first_of(page, html::kTagA), Source::kHref),
            "https://a.example/x?y=1#z");
  EXPECT_EQ(page.attribute(first_of(page, html::kTagImg), Source::kSrc), "HTTP://b.example");
}

TEST(RowPage, FoldsDigitsAndDropsStatesOfClassNames) {
  const RowPage page = page_from("<div class='odd post-12 post'></div>");
  std::vector<std::string> names;
  for (const std::uint32_t name : page.classes_of(first_of(page, html::kTagDiv))) {
    names.push_back(page.names[name]);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"post-#", "post"}));
}

TEST(RowPage, KnowsTheHeaderAboveACell) {
  const RowPage page = page_from(
      "<table><tr><th rowspan=2>Team<th colspan=2>Goals</tr><tr><th>Home<th>Away</tr>"
      "<tr><td>A<td>1<td>2</tr></table>");
  std::vector<std::string> headers;
  for (const RowElement& element : page.elements) {
    if (element.tag == html::kTagTd) headers.push_back(page.names[element.header]);
  }
  EXPECT_EQ(headers, (std::vector<std::string>{"Team", "Goals Home", "Goals Away"}));
}

TEST(RowPage, MovesAnswersBehindTheirComments) {
  const RowPage page = page_from(
      "<ul><li class=comment><b>Ann</b><p>one</p><ul><li class=comment><b>Bob</b><p>two</p>"
      "</li></ul></li><li class=comment><b>Cid</b><p>three</p></li></ul>");
  std::vector<std::string> texts;
  const std::uint32_t list = first_of(page, html::kTagUl);
  for (std::uint32_t c = page.elements[list].first_child; c != kNone; c = page.elements[c].next) {
    texts.push_back(page.text_of(c));
  }
  EXPECT_EQ(texts, (std::vector<std::string>{"Ann one", "Bob two", "Cid three"}));
}

reference::NaiveNode random_node(Random& random, int depth) {
  static const std::vector<std::string> blocks{"div", "div", "b", "span", "i", "br"};
  reference::NaiveNode node;
  if (depth == 0 || random.below(3) == 0) {
    static const std::vector<std::string> texts{"x", " y", "z ", " ", "u v", "w"};
    node.text = texts[random.below(static_cast<std::uint32_t>(texts.size()))];
    return node;
  }
  node.tag = blocks[random.below(static_cast<std::uint32_t>(blocks.size()))];
  if (node.tag == "br") return node;
  const bool is_inline = node.tag != "div";
  for (std::size_t i = random.below(5); i > 0; --i) {
    reference::NaiveNode child = random_node(random, depth - 1);
    // A formatting element inside itself, or a block in one, would be rearranged by the parser.
    if (is_inline && !child.tag.empty()) continue;
    node.children.push_back(std::move(child));
  }
  return node;
}

TEST(RowPage, TextsAreThoseOfTheNaiveDefinition) {
  Random random(7);
  for (int round = 0; round < 300; ++round) {
    reference::NaiveNode body{.tag = "body", .text = {}, .children = {}};
    for (std::size_t i = 1 + random.below(4); i > 0; --i) {
      reference::NaiveNode child = random_node(random, 4);
      if (child.tag.empty()) child = {.tag = "div", .text = {}, .children = {child}};
      body.children.push_back(std::move(child));
    }
    std::vector<std::string> expected;
    reference::naive_texts(body, expected);
    const RowPage page = page_from("<!doctype html><html><head></head>" + to_html(body));
    std::vector<std::string> texts;
    for (std::uint32_t i = first_of(page, html::kTagBody); i < page.elements.size(); ++i) {
      texts.push_back(page.text_of(i));
    }
    ASSERT_EQ(texts, expected) << to_html(body);
  }
}

TEST(RowPage, ColumnsAreThoseOfTheNaiveGrid) {
  Random random(11);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::vector<reference::NaiveCell>> rows(1 + random.below(6));
    std::string html = "<table>";
    for (auto& row : rows) {
      html += "<tr>";
      for (std::size_t i = random.below(5); i > 0; --i) {
        const auto width = static_cast<std::uint32_t>(1 + random.below(3));
        const auto height = static_cast<std::uint32_t>(1 + random.below(3));
        row.push_back({width, height});
        html += "<td colspan=" + std::to_string(width) + " rowspan=" + std::to_string(height) + ">";
      }
      html += "</tr>";
    }
    const RowPage page = page_from(html + "</table>");
    std::vector<std::uint32_t> columns;
    for (const RowElement& element : page.elements) {
      if (element.tag == html::kTagTd) columns.push_back(element.column);
    }
    std::vector<std::uint32_t> expected;
    for (const auto& row : reference::naive_columns(rows)) {
      expected.insert(expected.end(), row.begin(), row.end());
    }
    ASSERT_EQ(columns, expected) << html;
  }
}

}  // namespace
}  // namespace pagekin::rows
