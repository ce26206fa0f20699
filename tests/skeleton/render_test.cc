#include "pagekin/skeleton/render.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "skeleton/learned.h"

namespace pagekin::skeleton {
namespace {

std::string rendered(std::string_view html, TextFormat format,
                     const std::function<bool(std::string_view)>& keep = nullptr) {
  const PageNodes page = nodes_of(html, {.keep_lines = true});
  return render(page,
                {.text = [&](std::uint32_t i) { return !keep || keep(page.text(page.texts[i])); },
                 .attribute = [](std::uint32_t) { return true; }},
                format);
}

std::string text(std::string_view html) { return rendered(html, TextFormat::kText); }
std::string markdown(std::string_view html) { return rendered(html, TextFormat::kMarkdown); }

TEST(Render, BlocksLinesAndWords) {
  EXPECT_EQ(text("<h1>One</h1><p>Two <b>bold</b>, H<sub>2</sub>O.</p><ul><li>a<li>b</ul>"),
            "One\n\nTwo bold, H2O.\n\n- a\n- b\n");
  EXPECT_EQ(text("<p>a<br>b</p><select><option>c</select>"), "a\nb\n");
  EXPECT_EQ(text("<table><tr><th>k<th>v<tr><td>1<td>2</table>"), "k\tv\n1\t2\n");
}

TEST(Render, SpacesThatDoNotBreakStandBetweenWords) {
  EXPECT_EQ(text("<p>On <i>Doubt</i>\xc2\xa0is new, <i>or</i>&#160;not, <i>is</i>&nbsp;it</p>"),
            "On Doubt is new, or not, is it\n");
}

TEST(Render, Markdown) {
  EXPECT_EQ(markdown("<h2>One</h2><p>Two <b>bold</b> <a href='/a (b)'>link</a></p>"),
            "## One\n\nTwo **bold** [link](/a%20%28b%29)\n");
  EXPECT_EQ(markdown("<ol><li>a<ul><li>b</ul><li>c</ol>"), "1. a\n  - b\n2. c\n");
  EXPECT_EQ(markdown("<table><tr><th>k<th>v<tr><td>1<td>2</table>"),
            "| k | v |\n| --- | --- |\n| 1 | 2 |\n");
  EXPECT_EQ(markdown("<pre>a\n  b</pre>"), "```\na\n  b\n```\n");
  EXPECT_EQ(markdown("<p><img src=a.png alt='An image'></p>"), "![An image](a.png)\n");
}

TEST(Render, MarkupInTextsIsEscaped) {
  EXPECT_EQ(markdown("<p>*a* _b_ [c](d) &lt;script&gt;</p>"),
            "\\*a\\* \\_b\\_ \\[c\\](d) \\<script>\n");
  EXPECT_EQ(markdown("<p># no heading</p>"), "\\# no heading\n");
}

TEST(Render, WhatIsNotKeptLeavesNoTrace) {
  const auto keep = [](std::string_view words) { return words.starts_with('k'); };
  EXPECT_EQ(
      rendered("<nav><ul><li>menu<li>more</ul></nav><p>keep <b>drop</b> kept</p><h2>gone</h2>",
               TextFormat::kMarkdown, keep),
      "keep kept\n");
  EXPECT_EQ(rendered("<p>x</p>", TextFormat::kText, keep), "");
}

TEST(Render, AnyPageIsRendered) {
  EXPECT_EQ(text(""), "");
  std::string deep;
  for (int i = 0; i < 3000; ++i) deep += "<div><ul><li>";
  EXPECT_NE(text(deep + "x").find('x'), std::string::npos);
}

TEST(Render, CodeKeepsItsSpaces) {
  const std::string_view html =
      "<p>a</p> <pre><b>def</b> <i>f</i>():\n    <b>return</b> <i>1</i>\n<b>x</b></pre> <p>b</p>";
  EXPECT_EQ(text(html), "a\n\ndef f():\n    return 1\nx\n\nb\n");
}

TEST(Render, Links) {
  const PageNodes page = nodes_of("<p>A <a href='b'>link</a></p>", {.keep_lines = true});
  const Kept all{.text = [](std::uint32_t) { return true; },
                 .attribute = [](std::uint32_t) { return true; }};
  EXPECT_EQ(render(page, all, TextFormat::kMarkdown, {.keeps_links = false}), "A link\n");
  EXPECT_EQ(render(page, all, TextFormat::kMarkdown,
                   {.absolute = [](std::string_view a) { return "http://x/" + std::string(a); }}),
            "A [link](http://x/b)\n");
}

}  // namespace
}  // namespace pagekin::skeleton
