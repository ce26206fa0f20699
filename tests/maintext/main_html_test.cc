#include "pagekin/maintext/main_html.h"

#include <gtest/gtest.h>

#include "maintext/maintext_page.h"

namespace pagekin::maintext {
namespace {

std::string html_of(std::string_view html, const skeleton::LinkRule& links = {},
                    std::string_view dropped = "none") {
  const TestPage page(html);
  return main_html(page.nodes,
                   {.text =
                        [&](std::uint32_t i) {
                          return page.nodes.text(page.nodes.texts[i]).find(dropped) ==
                                 std::string_view::npos;
                        },
                    .attribute = [](std::uint32_t) { return true; }},
                   links);
}

TEST(MainHtml, KeepsWhatTextIsMadeOf) {
  EXPECT_EQ(html_of("<div class=x><h2 id=y>A &amp; B</h2><p>One <b>two</b> <span>three</span></p>"
                    "<ul><li>a<li>b</ul></div>"),
            "<h2>A &amp; B</h2>\n<p>One <b>two</b> three</p>\n<ul><li>a</li>\n<li>b</li>\n</ul>");
  EXPECT_EQ(html_of("<div>bare<p>in</p></div>"), "<div>bare<p>in</p>\n</div>\n");
  EXPECT_EQ(html_of("<table><tr><td>1<td>2</table>"),
            "<table><tbody><tr><td>1</td>\n<td>2</td>\n</tr></tbody></table>");
}

TEST(MainHtml, WhatIsDroppedLeavesNoTrace) {
  EXPECT_EQ(html_of("<ul><li>Home</ul><p>text</p>", {}, "Home"), "<p>text</p>\n");
}

TEST(MainHtml, LinksAndPictures) {
  const std::string_view page = "<p>A <a href='b?c&amp;d'>link</a> <img src=p.png alt='\"x\"'></p>";
  EXPECT_EQ(html_of(page),
            "<p>A <a href=\"b?c&amp;d\">link</a><img src=\"p.png\" alt=\"&quot;x&quot;\"></p>\n");
  EXPECT_EQ(html_of("<p>A <a href=b>link</a></p>", {.keeps_links = false}), "<p>A link</p>\n");
  EXPECT_EQ(html_of("<p><a href=b>link</a></p>",
                    {.absolute = [](std::string_view a) { return "http://x/" + std::string(a); }}),
            "<p><a href=\"http://x/b\">link</a></p>\n");
}

TEST(MainHtml, RunsNoScript) {
  for (const char* address : {"javascript:alert(1)", "JaVa\tScript:x", " data:text/html,x",
                              "&#1;javascript:x", "vbscript:x"}) {
    EXPECT_EQ(html_of("<p><a href=\"" + std::string(address) + "\">x</a></p>"), "<p><a>x</a></p>\n")
        << address;
  }
  EXPECT_EQ(html_of("<p>&lt;script&gt;x</p>"), "<p>&lt;script&gt;x</p>\n");
}

}  // namespace
}  // namespace pagekin::maintext
