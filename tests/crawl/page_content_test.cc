#include "pagekin/crawl/page_content.h"

#include <gtest/gtest.h>

namespace pagekin::crawl {
namespace {

std::vector<std::pair<std::string, std::string>> links_of(const Page& page) {
  std::vector<std::pair<std::string, std::string>> links;
  for (const PageLink& link : read_content(page, {}).links) {
    links.emplace_back(text_of(link), link.xpath);
  }
  return links;
}

using Links = std::vector<std::pair<std::string, std::string>>;

TEST(PageContent, HasEveryLinkWithItsXpath) {
  EXPECT_EQ(links_of({.id = "http://h.example/a/b?x=1",
                      .body = "<p><a href=c#d>1</a><a href='/e?phpsessid=9'>2</a></p>"
                              "<map><area href=c></map><a href='mailto:x'>3</a>"}),
            (Links{{"http://h.example/a/c", "/html/body/p/a[1]"},
                   {"http://h.example/e", "/html/body/p/a[2]"},
                   {"http://h.example/a/c", "/html/body/map/area"}}));
}

TEST(PageContent, FollowsTheBaseElement) {
  EXPECT_EQ(links_of({.id = "http://h.example/a/b",
                      .body = "<base href='http://o.example/x/'><a href=y>1</a>"}),
            (Links{{"http://o.example/x/y", "/html/body/a"}}));
}

TEST(PageContent, HasPathsWherePagesHavePaths) {
  EXPECT_EQ(links_of({.id = "docs/a b?/index.html",
                      .body = "<a href=../c.html>1</a><a href='http://o.example/'>2</a>"}),
            (Links{{"docs/c.html", "/html/body/a[1]"}, {"http://o.example/", "/html/body/a[2]"}}));
}

TEST(PageContent, CountsWhatIsNoLink) {
  const PageContent content = read_content(
      {.id = "http://h.example/", .body = "<a href='javascript:x'><a href='http://['>"}, {});
  EXPECT_TRUE(content.links.empty());
  EXPECT_EQ(content.dropped.other_scheme, 1u);
  EXPECT_EQ(content.dropped.invalid, 1u);
}

TEST(PageContent, IsFingerprinted) {
  const std::string_view body = "<html><body><p><b></b></p><p><strong></strong>";
  EXPECT_FALSE(read_content({.id = "x", .body = body}, {}).fingerprint.empty());
}

TEST(PageContent, IsDecodedLikeEveryPage) {
  const std::string_view body = "<a href=\"\xe4\">";
  EXPECT_EQ(links_of({.id = "http://h.example/", .body = body, .charset = "iso-8859-1"}),
            (Links{{"http://h.example/%C3%A4", "/html/body/a"}}));
}

}  // namespace
}  // namespace pagekin::crawl
