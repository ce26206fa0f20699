#include "pagekin/picture/page_picture.h"

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

namespace pagekin::picture {
namespace {

PagePicture picture(const std::string& html, const std::string& id = "http://a.test/x/page.html") {
  return picture_of({.id = id, .body = html, .charset = "utf-8"});
}

std::size_t count(const PagePicture& page, BoxKind kind) {
  return static_cast<std::size_t>(
      std::ranges::count(page.wireframe.boxes, kind, [](const Box& box) { return box.kind; }));
}

TEST(PagePicture, HasTitleOutlineAndLinks) {
  const PagePicture page = picture(
      "<title> A &amp; B\n</title><body><main id=m><a class=more "
      "href='../y.html#top'>go</a></main>");
  EXPECT_EQ(page.title, "A & B");
  ASSERT_EQ(page.outline.nodes.size(), 3U);
  EXPECT_EQ(path_of(page.outline, 2), "main#m > a.more");
  ASSERT_EQ(page.links.size(), 1U);
  EXPECT_EQ(page.links[0].target, "http://a.test/y.html");
  EXPECT_EQ(page.links[0].node, 2U);
}

TEST(PagePicture, LinksOfFilesLeadToFiles) {
  const PagePicture page = picture("<body><a href=b.html>b</a>", "shop/a.html");
  ASSERT_EQ(page.links.size(), 1U);
  EXPECT_EQ(page.links[0].target, "shop/b.html");
}

TEST(PagePicture, DecodesWhatThePageDeclares) {
  const PagePicture page = picture_of(
      {.id = "a", .body = "<meta charset=iso-8859-1><title>caf\xe9</title><body>x", .charset = ""});
  EXPECT_EQ(page.title, "caf\xc3\xa9");
}

TEST(PagePicture, LabelsHaveNoNumbersOfContent) {
  const PagePicture page = picture("<body><div id=post-12 class='post-12 entry'>x</div>");
  EXPECT_EQ(page.outline.label(page.outline.nodes[1]), "div.entry");
}

TEST(Outline, PassesOverWhatNobodySees) {
  const PagePicture page =
      picture("<body><script>x</script><style>y</style><p><b>bold</b> <i>text</i></p>");
  ASSERT_EQ(page.outline.nodes.size(), 2U);
  EXPECT_EQ(page.outline.nodes[1].text, "bold text");
}

TEST(Wireframe, DrawsWhatThePageHas) {
  const PagePicture page = picture(
      "<body><header><nav><ul><li><a href=1>one</a><li><a href=2>two</a></ul></nav></header>"
      "<main><h1>Title</h1><p>Some text of this page.</p><img width=200 height=100>"
      "<form><input><button>Go</button></form></main><footer>end</footer>");
  EXPECT_EQ(count(page, BoxKind::kHeader), 1U);
  EXPECT_EQ(count(page, BoxKind::kNav), 1U);
  EXPECT_EQ(count(page, BoxKind::kFooter), 1U);
  EXPECT_EQ(count(page, BoxKind::kHeading), 1U);
  EXPECT_EQ(count(page, BoxKind::kImage), 1U);
  EXPECT_EQ(count(page, BoxKind::kField), 1U);
  EXPECT_EQ(count(page, BoxKind::kButton), 1U);
  EXPECT_EQ(count(page, BoxKind::kLink), 2U);
}

TEST(Wireframe, PutsNavigationIntoALineAndASideBarBesideTheMainPart) {
  const PagePicture nav = picture(
      "<body><nav><ul><li><a href=1>one</a><li><a href=2>two</a><li><a "
      "href=3>three</a></ul></nav>");
  std::vector<std::uint16_t> tops;
  for (const Box& box : nav.wireframe.boxes) {
    if (box.kind == BoxKind::kLink) tops.push_back(box.y);
  }
  ASSERT_EQ(tops.size(), 3U);
  EXPECT_EQ(tops[0], tops[2]);

  const std::string text(600, 'x');
  const PagePicture side =
      picture("<body><div><main><p>" + text + "</main><aside><p>" + text + "</aside></div>");
  const auto main = std::ranges::find(side.wireframe.boxes, BoxKind::kMain, &Box::kind);
  const auto aside = std::ranges::find(side.wireframe.boxes, BoxKind::kAside, &Box::kind);
  ASSERT_NE(main, side.wireframe.boxes.end());
  ASSERT_NE(aside, side.wireframe.boxes.end());
  EXPECT_EQ(main->y, aside->y);
  EXPECT_GE(aside->x, main->x + main->width);
}

TEST(Wireframe, LeavesOutWhatIsHidden) {
  const PagePicture page = picture(
      "<body><h1 hidden>a</h1><h1 style='display: none'>b</h1><h1 class=sr-only>c</h1>"
      "<input type=hidden><script>d</script>");
  EXPECT_TRUE(page.wireframe.boxes.empty());
}

TEST(Wireframe, KeepsMenusAndWindowsClosed) {
  const std::string text(400, 'x');
  const PagePicture page = picture(
      "<body><nav><ul><li><a href=1>one</a><ul><li><a href=2>under one</a></ul>"
      "<li><a href=3>two</a><div class=mega><a href=4>under two</a><p>more</p></div></ul></nav>"
      "<div class='modal fade'><h2>Sign in</h2></div><div aria-hidden=true><h2>later</h2></div>"
      "<main><ul><li>item<ul><li><a href=5>a real list in a list</a></ul></ul><p>" +
      text + "</p></main>");
  EXPECT_EQ(count(page, BoxKind::kLink), 3U);
  EXPECT_EQ(count(page, BoxKind::kHeading), 0U);
  // A page that lies in such a window as a whole is shown.
  const PagePicture whole = picture("<body><div class=modal><h1>All of it</h1></div>");
  EXPECT_EQ(count(whole, BoxKind::kHeading), 1U);
}

TEST(Wireframe, HasLimitsForLargePages) {
  std::string html = "<body>";
  for (int i = 0; i < 3000; ++i) html += "<div><h2>head</h2><p>text text</p></div>";
  const PagePicture page = picture(html);
  EXPECT_LE(page.wireframe.boxes.size(), kMostBoxes);
  EXPECT_LE(page.wireframe.height, kHeight);
  EXPECT_TRUE(page.wireframe.is_cut);
  EXPECT_LE(page.outline.nodes.size(), kMostNodes);
}

// Boxes lie within the picture, whatever the page.
TEST(Wireframe, StaysWithinItsFrameForAnyPage) {
  const std::vector<std::string> pieces = {"<div>",
                                           "</div>",
                                           "<table>",
                                           "<tr>",
                                           "<td colspan=9>",
                                           "<th>",
                                           "</table>",
                                           "<ul>",
                                           "<li>",
                                           "</ul>",
                                           "text ",
                                           "<img width=99999 height=3>",
                                           "<img>",
                                           "<nav>",
                                           "<aside class=sidebar>",
                                           "<main>",
                                           "<h1>x",
                                           "<pre>a\nb\n</pre>",
                                           "<form>",
                                           "<input>",
                                           "<div class='col-md-4'>",
                                           "<svg>",
                                           "<p>",
                                           "<a href=x>link</a>",
                                           "<br>",
                                           "<frameset>",
                                           "\xff\xfe",
                                           "<select><option>",
                                           "<!--"};
  Random random(5);
  for (int round = 0; round < 300; ++round) {
    std::string html = "<body>";
    const std::uint32_t length = 1 + random.below(60);
    for (std::uint32_t i = 0; i < length; ++i) {
      html += pieces[random.below(static_cast<std::uint32_t>(pieces.size()))];
    }
    const PagePicture page = picture(html);
    for (const Box& box : page.wireframe.boxes) {
      EXPECT_GT(box.width, 0) << html;
      EXPECT_LE(box.x + box.width, kWidth + 1) << html;
      EXPECT_LE(box.y + box.height, kHeight + 1) << html;
      EXPECT_LT(box.node, page.outline.nodes.size()) << html;
    }
  }
}

TEST(PagePicture, OfAnyBytesIsMade) {
  EXPECT_TRUE(picture("").wireframe.boxes.empty());
  EXPECT_NO_THROW(picture(std::string("\0\0<", 3)));
  EXPECT_NO_THROW(picture(std::string(100'000, '<')));
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += "<div>";
  EXPECT_NO_THROW(picture(deep));
}

}  // namespace
}  // namespace pagekin::picture
