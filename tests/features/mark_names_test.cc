#include "pagekin/features/mark_names.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"
#include "pagekin/dom/build.h"
#include "pagekin/features/features.h"
#include "pagekin/features/marks.h"
#include "pagekin/features/url_shape.h"

#include "support/collect_pages.h"
#include "support/random_page.h"
#include "support/shared.h"

namespace pagekin::features {
namespace {

std::vector<std::string> mark_names_in(std::string_view body, std::string_view id = "") {
  std::vector<std::string> names;
  for (const NamedMark& one : named_marks(Page{.id = id, .body = body})) names.push_back(one.name);
  return names;
}

bool has_name(std::string_view body, std::string_view name) {
  const std::vector<std::string> names = mark_names_in(body);
  return std::ranges::find(names, name) != names.end();
}

std::vector<std::uint64_t> marks_of(const std::vector<NamedMark>& named) {
  std::vector<std::uint64_t> marks;
  for (const NamedMark& one : named) marks.push_back(one.mark);
  return marks;
}

std::vector<std::uint64_t> all_marks(const Page& page) {
  const Features features = extract(page, {.marks = true, .url_shape = true});
  std::vector<std::uint64_t> all = features.marks;
  all.insert(all.end(), features.url_marks.begin(), features.url_marks.end());
  std::ranges::sort(all);
  return all;
}

TEST(MarkNames, LookLikeSelectors) {
  constexpr std::string_view page =
      "<link rel=prev><body class=post-12><main><h1>Struct<span class='kind a'>x</span></h1>"
      "<table id=memberList><tr><th>Modifier and Type</th></table></main>";
  EXPECT_TRUE(has_name(page, "link[rel=prev]"));
  EXPECT_TRUE(has_name(page, "body.post-0"));
  EXPECT_TRUE(has_name(page, "main span.kind"));
  EXPECT_TRUE(has_name(page, "main span.a"));
  EXPECT_TRUE(has_name(page, "main h1 \"Struct\""));
  EXPECT_TRUE(has_name(page, "table#memberList"));
  EXPECT_TRUE(has_name(page, "main th \"Modifier and Type\""));
  EXPECT_TRUE(has_name(page, "main > h1 > span"));
}

TEST(MarkNames, SayWhatIsDeclared) {
  EXPECT_TRUE(has_name("<body class=ns-14>", "body.ns-14"));
  EXPECT_TRUE(has_name("<body class=ns-14>", "body.ns-0"));
  EXPECT_TRUE(has_name("<div id=page7>", "div#page7"));
  EXPECT_TRUE(has_name("<meta property=og:type content=article>", "declared: type article"));
  EXPECT_TRUE(has_name("<p itemtype=https://schema.org/Product>", "declared: itemtype Product"));
  EXPECT_TRUE(has_name("<script type=application/ld+json>{\"@type\":\"Recipe\"}</script>",
                       "declared: JSON-LD Recipe"));
}

TEST(MarkNames, ShortenPathsFromTheLeft) {
  EXPECT_TRUE(has_name("<p>", "html"));
  EXPECT_TRUE(has_name("<p>", "html > body"));
  EXPECT_TRUE(has_name("<p>", "body > p"));
  constexpr std::string_view deep = "<div><div><div><ul><li><b>x</b></ul>";
  EXPECT_TRUE(has_name(deep, "body > div > div > div"));
  EXPECT_TRUE(has_name(deep, "div > ul > li > b"));
  EXPECT_TRUE(has_name("<main><div><div><ul><li><b>x</b></ul>", "main div > ul > li > b"));
}

TEST(MarkNames, OfAddressesSayWhereAWordIs) {
  const std::vector<std::string> names =
      mark_names_in("", "http://a.example/core/2/fn.swap.html?p=12");
  for (const std::string_view name :
       {"address: \"fn\" in the last segment", "address: \"core\" in segment 1",
        "address: 3 segments", "address: ends in .html", "address: ?p=", "address: ?p=0",
        "address: the last segment like a.a.a", "address: segment 2 like 0"}) {
    EXPECT_NE(std::ranges::find(names, name), names.end()) << name;
  }
}

TEST(MarkNames, AreMadeOfThoseThatAreWanted) {
  const std::vector<NamedMark> named =
      named_marks(Page{.id = "a/b", .body = "<p id=x>text"}, [](std::uint64_t mark) {
        return kind_of(mark) == MarkKind::kId || kind_of(mark) == MarkKind::kText;
      });
  ASSERT_EQ(named.size(), 2U);
}

TEST(MarkNames, OfRandomPagesAreThoseOfTheirMarks) {
  Random random(5);
  for (int round = 0; round < 300; ++round) {
    std::string body = test::random_page(random, 1 + random.below(120));
    if (round % 3 == 0) body += "<p id=row-1 name='q[1]'>12 &amp; 3<a rel='x&amp;y' role=b>";
    const std::string id = round % 2 == 0 ? "http://x.example/a/b-c.html?d=1" : "some/file.html";
    const Page page{.id = id, .body = body};
    ASSERT_EQ(marks_of(named_marks(page)), all_marks(page)) << body;
  }
}

TEST(MarkNames, OfRealPagesAreThoseOfTheirMarks) {
  PAGEKIN_NEEDS_SHARED();
  for (const std::string name : {"omeka-dospassos", "pkgdown-ggplot2"}) {
    const auto read =
        test::collect({(test::shared_dir() / "corpora" / (name + ".warc.gz")).string()});
    for (std::size_t i = 0; i < read.pages.size(); i += 4) {
      const Page page{.id = read.pages[i].id, .body = read.pages[i].body};
      EXPECT_EQ(marks_of(named_marks(page)), all_marks(page)) << page.id;
    }
    EXPECT_GT(read.pages.size(), 10U);
  }
}

}  // namespace
}  // namespace pagekin::features
