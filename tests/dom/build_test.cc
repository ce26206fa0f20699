// The tree builder on small pages, each about one rule of the standard.
#include "pagekin/dom/build.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "support/dom.h"

namespace pagekin::dom {
namespace {

using test::body_outline;
using test::outline;

std::string whole(std::string_view page, const BuildOptions& options = {}) {
  Builder builder;
  const Tree& tree = builder.build(page, options);
  EXPECT_TRUE(test::is_consistent(tree)) << page;
  return outline(tree);
}

// Below <body>, with a doctype, so that nothing is quirky.
std::string body(std::string_view page, const BuildOptions& options = {}) {
  const std::string bytes = "<!DOCTYPE html>" + std::string(page);
  Builder builder;
  const Tree& tree = builder.build(bytes, options);
  EXPECT_TRUE(test::is_consistent(tree)) << page;
  return body_outline(tree);
}

TEST(Build, EveryPageHasRootHeadAndBody) {
  EXPECT_EQ(whole(""), "html(head body)");
  EXPECT_EQ(whole("hello"), "html(head body)");
  EXPECT_EQ(whole("<!-- nothing -->"), "html(head body)");
  EXPECT_EQ(whole("<title>t</title><p>x"), "html(head(title) body(p))");
  EXPECT_EQ(whole("</p>"), "html(head body)");
  EXPECT_EQ(whole("</br>"), "html(head body(br))");
}

TEST(Build, AnUnfinishedTagIsNoElement) { EXPECT_EQ(body("<p><b id='x"), "p"); }

TEST(Build, HeadElementsAfterTheHeadGoIntoIt) {
  EXPECT_EQ(whole("<head></head><link><meta><body>"), "html(head(link meta) body)");
  EXPECT_EQ(whole("<head></head> <script></script> x"), "html(head(script) body)");
}

TEST(Build, NoscriptIsReadAsWithoutScripting) {
  EXPECT_EQ(whole("<head><noscript><link></noscript>"), "html(head(noscript(link)) body)");
  EXPECT_EQ(body("<body><noscript><p>x</noscript>"), "noscript(p)");
  EXPECT_EQ(whole("<head><noscript><p>x</noscript>"), "html(head(noscript) body(p))");
}

TEST(Build, RawTextHoldsNoElements) {
  EXPECT_EQ(body("<textarea><p></textarea><iframe><p></iframe><xmp><p></xmp>"),
            "textarea iframe xmp");
  EXPECT_EQ(whole("<script><!--<script></script>--></script><p>"), "html(head(script) body(p))");
  EXPECT_EQ(body("<plaintext><p></plaintext>"), "plaintext");
}

TEST(Build, BlocksAndItemsCloseWhatTheyMust) {
  EXPECT_EQ(body("<p>1<p>2<div>3</div>"), "p p div");
  EXPECT_EQ(body("<ul><li>1<li>2<ul><li>3</ul></ul>"), "ul(li li(ul(li)))");
  EXPECT_EQ(body("<dl><dt>1<dd>2<dt>3</dl>"), "dl(dt dd dt)");
  EXPECT_EQ(body("<p><button><p></button>"), "p(button(p))");
  EXPECT_EQ(body("<h1><h2>x</h1>"), "h1 h2");
  EXPECT_EQ(body("<ruby>a<rb>b<rt>c<rp>d</ruby>"), "ruby(rb rt rp)");
  EXPECT_EQ(body("<div><li></div><p>"), "div(li) p");
}

TEST(Build, StrayEndTagsAreIgnored) {
  EXPECT_EQ(body("<div></span></x></td></div>"), "div");
  EXPECT_EQ(body("<div></p></div>"), "div(p)");
  EXPECT_EQ(body("<span><div></span></div>"), "span(div)");
}

TEST(Build, UnknownTagsNestLikeSpans) {
  EXPECT_EQ(body("<my-tag><other></my-tag>x</other>"), "my-tag(other)");
  EXPECT_EQ(body("<MY-Tag></my-TAG><p>"), "my-tag p");
}

TEST(Build, FormattingIsOpenedAgainAfterABlock) {
  EXPECT_EQ(body("<p><b>1<p>2"), "p(b) p(b)");
  EXPECT_EQ(body("<p><b><p> "), "p(b) p(b)");
  EXPECT_EQ(body("<p><b><p><!-- no text -->"), "p(b) p");
  EXPECT_EQ(body(std::string_view("<p><b><p>\0<!-- nor NUL -->", 26)), "p(b) p");
  EXPECT_EQ(body("<p><b></p><pre>\n</pre>"), "p(b) pre");
  EXPECT_EQ(body("<p><b></p><pre>\n\n</pre>"), "p(b) pre(b)");
  EXPECT_EQ(body("<p><b></p><pre>&#10;</pre>"), "p(b) pre");
}

TEST(Build, TheAdoptionAgencySortsOutWhatOverlaps) {
  EXPECT_EQ(body("<b>1<p>2</b>3</p>"), "b p(b)");
  EXPECT_EQ(body("<a><div><a>"), "a div(a a)");
  EXPECT_EQ(body("<b><i><p></b></i>"), "b(i) i p(i(b))");
  EXPECT_EQ(body("<b><em><foo><foob><foob><foob><aside></b></em>"),
            "b(em(foo(foob(foob(foob))))) aside(b)");
}

TEST(Build, ThreeEqualFormattingElementsAreOpenedAgainAtMost) {
  EXPECT_EQ(body("<p><b><b><b><b><p>x"), "p(b(b(b(b)))) p(b(b(b)))");
  EXPECT_EQ(body("<p><b id=1><b id=2><b id=3><b id=4><p>x"), "p(b(b(b(b)))) p(b(b(b(b))))");
  EXPECT_EQ(body("<p><b x=1 y=2><b y=2 x=1><b X=1 Y=2><b x=1 y=2 x=3><p>x"),
            "p(b(b(b(b)))) p(b(b(b)))");
  EXPECT_EQ(body("<p><b x='&amp;'><b x='&'><b x='&#38;'><b x=&amp;><p>x"),
            "p(b(b(b(b)))) p(b(b(b)))");
}

TEST(Build, WhatIsMisplacedInATableGoesBeforeIt) {
  EXPECT_EQ(body("<table><div>x</div><tr><td>y</table>"), "div table(tbody(tr(td)))");
  EXPECT_EQ(body("<table><b><tr><td>x</table>y"), "b table(tbody(tr(td))) b");
  EXPECT_EQ(body("<table><tr><a>1<td>2</table>"), "a table(tbody(tr(td)))");
  EXPECT_EQ(body("<p><b></p><table> <tr> <td>"), "p(b) table(tbody(tr(td)))");
  EXPECT_EQ(body("<p><b></p><table>x<tr><td>"), "p(b) b table(tbody(tr(td)))");
  EXPECT_EQ(body("<p><b></p><table>&#x20;<tr>"), "p(b) table(tbody(tr))");
  EXPECT_EQ(body("<p><b></p><table>&#32;&nbsp;<tr>"), "p(b) b table(tbody(tr))");
}

TEST(Build, TablesGetThePartsTheyLack) {
  EXPECT_EQ(body("<table><td>1<td>2<tr><th>3"), "table(tbody(tr(td td) tr(th)))");
  EXPECT_EQ(body("<table><col><thead><tr><td><tfoot>"), "table(colgroup(col) thead(tr(td)) tfoot)");
  EXPECT_EQ(body("<table><caption><table></table><tr>"), "table(caption(table) tbody(tr))");
  EXPECT_EQ(body("<table><tr><td><table><tr><td></table></td><td>"),
            "table(tbody(tr(td(table(tbody(tr(td)))) td)))");
  EXPECT_EQ(body("<table><input type=HIDDEN><input></table>"), "input table(input)");
  EXPECT_EQ(body("<table><form><input></form></table>"), "input table(form)");
}

TEST(Build, ATableClosesAParagraphExceptInQuirksMode) {
  EXPECT_EQ(body("<p><table>"), "p table");
  EXPECT_EQ(whole("<p><table>"), "html(head body(p(table)))");
  EXPECT_EQ(whole("<!DOCTYPE html SYSTEM 'about:legacy-compat'><p><table>"),
            "html(head body(p table))");
  EXPECT_EQ(whole("<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 3.2//EN'><p><table>"),
            "html(head body(p(table)))");
  EXPECT_EQ(whole("<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN'><p><table>"),
            "html(head body(p(table)))");
  EXPECT_EQ(whole("<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN' 'x'><p><table>"),
            "html(head body(p table))");
  EXPECT_EQ(whole("<!-- x --> <!doctype HTML><p><table>"), "html(head body(p table))");
}

TEST(Build, SelectHoldsWhatTheStandardOf2026Allows) {
  EXPECT_EQ(body("<select><option>1<option>2<optgroup><option>3</select>x"),
            "select(option option optgroup(option))");
  EXPECT_EQ(body("<select><div><option>1</div></select>"), "select(div(option))");
  EXPECT_EQ(body("<select><b><option>1</select><i>"), "select(b(option)) b(i)");
  EXPECT_EQ(body("<select><option>1<select>2"), "select(option)");
  EXPECT_EQ(body("<select><input>"), "select input");
  EXPECT_EQ(body("<select><option>1<hr><option>2"), "select(option hr option)");
  EXPECT_EQ(body("<div><select></div><option>x"), "div(select(option))");
  EXPECT_EQ(body("<table><tr><td><select><tr><td>"), "table(tbody(tr(td(select)) tr(td)))");
}

TEST(Build, FormsDoNotNest) {
  EXPECT_EQ(body("<form><form><input></form><form>"), "form(input) form");
  EXPECT_EQ(body("<form><div></form><form>"), "form(div(form))");
}

TEST(Build, AFramesetTakesThePlaceOfAnEmptyBody) {
  EXPECT_EQ(whole("<frameset><frame><frameset></frameset></frameset><p>"),
            "html(head frameset(frame frameset))");
  EXPECT_EQ(whole("<br><frameset>"), "html(head body(br))");
  EXPECT_EQ(whole(" <div> <frameset><frame>"), "html(head frameset(frame))");
  EXPECT_EQ(whole("<input type=hidden><frameset>"), "html(head frameset)");
  EXPECT_EQ(whole("<frameset></frameset><noframes><p></noframes>"), "html(head frameset noframes)");
}

TEST(Build, WhatComesAfterTheBodyGoesIntoIt) {
  EXPECT_EQ(whole("<body></body><p></html><i>"), "html(head body(p(i)))");
}

TEST(Build, WhatIsInATemplateIsLeftOutUnlessAskedFor) {
  constexpr std::string_view page = "<template><tr><td>x</td></tr></template><p>";
  EXPECT_EQ(whole(page), "html(head(template) body(p))");
  EXPECT_EQ(whole(page, {.templates = true}), "html(head(template(tr(td))) body(p))");
  EXPECT_EQ(body("<div><template><b><template><i></template></template>x<em></div>"),
            "div(template em)");
  EXPECT_EQ(body("<svg><template><g/></template></svg>"), "svg(template(g))");
}

TEST(Build, ForeignElementsHaveTheirNamespaceAndNames) {
  Builder builder;
  const Tree& tree = builder.build(
      "<body><svg><foreignobject><p></p></foreignobject><LINEARGRADIENT/></svg>"
      "<math><mi><b></b></mi><annotation-xml encoding='Text/HTML'><i></i></annotation-xml></math>");
  EXPECT_EQ(body_outline(tree),
            "svg(foreignObject(p) linearGradient) math(mi(b) annotation-xml(i))");
  EXPECT_EQ(tree.namespaces[test::first_of(tree, html::kTagForeignobject)], Namespace::kSvg);
  EXPECT_EQ(tree.namespaces[test::first_of(tree, html::kTagP)], Namespace::kHtml);
  EXPECT_EQ(tree.namespaces[test::first_of(tree, html::kTagMi)], Namespace::kMathMl);
}

TEST(Build, SomeHtmlTagsEndForeignContent) {
  EXPECT_EQ(body("<svg><g><p>x"), "svg(g) p");
  EXPECT_EQ(body("<svg><font><g>"), "svg(font(g))");
  EXPECT_EQ(body("<svg><font color=red><g>"), "svg font(g)");
  EXPECT_EQ(body("<svg></p><g>"), "svg p g");
}

TEST(Build, CdataIsTextInForeignContentOnly) {
  EXPECT_EQ(body("<svg><![CDATA[<g>]]><desc><![CDATA[<p>]]></svg>"), "svg(desc)");
  EXPECT_EQ(body("<![CDATA[<g>]]><p>"), "p");
}

TEST(Build, OffsetsPointAtTags) {
  constexpr std::string_view page = "<p>1<b>2<p>3";
  Builder builder;
  const Tree& tree = builder.build(page);
  EXPECT_EQ(outline(tree), "html(head body(p(b) p(b)))");
  EXPECT_EQ(tree.offsets, (std::vector<std::uint32_t>{Tree::no_offset, Tree::no_offset,
                                                      Tree::no_offset, 0, 4, 8, 4}));
}

TEST(Build, AFragmentStandsInItsContext) {
  Builder builder;
  EXPECT_EQ(outline(builder.build_fragment("<td>1<td>2", {.name = "tr"})), "html(td td)");
  EXPECT_EQ(outline(builder.build_fragment("<td>1", {.name = "div"})), "html");
  EXPECT_EQ(outline(builder.build_fragment("<g/><p>", {.name = "desc", .space = Namespace::kSvg})),
            "html(g(p))");
  EXPECT_EQ(outline(builder.build_fragment("</title><p>", {.name = "title"})), "html");
}

TEST(Build, ABuilderKeepsNothingOfThePageBefore) {
  constexpr std::string_view pages[] = {
      "<!DOCTYPE html><p class=a>1<b>2<table><i>3</table><template><u></template>",
      "<frameset><frame>",
      "<svg><![CDATA[x]]><desc><form><select><option>",
      "<script>x",
      "",
  };
  const BuildOptions options{.all_attributes = true, .text = true};
  Builder reused;
  for (const std::string_view first : pages) {
    for (const std::string_view second : pages) {
      reused.build(first, options);
      const Tree& tree = reused.build(second, options);
      Builder fresh;
      const Tree& expected = fresh.build(second, options);
      EXPECT_EQ(outline(tree), outline(expected));
      EXPECT_EQ(tree.offsets, expected.offsets);
      EXPECT_EQ(tree.attributes.size(), expected.attributes.size());
      EXPECT_EQ(tree.texts.size(), expected.texts.size());
      EXPECT_EQ(tree.limits.any(), expected.limits.any());
      EXPECT_EQ(reused.steps(), fresh.steps());
    }
  }
}

TEST(Build, CanBeMoved) {
  Builder first;
  first.build("<p>");
  Builder second = std::move(first);
  EXPECT_EQ(outline(second.build("<i>")), "html(head body(i))");
}

}  // namespace
}  // namespace pagekin::dom
