#include "pagekin/features/link_xpaths.h"

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pagekin/dom/build.h"
#include "pagekin/features/features.h"

namespace pagekin::features {
namespace {

constexpr std::string_view kLinkingPage = "https://site.example/shop/list/page.html?x=1";

std::vector<XpathLink> xpath_links(std::string_view markup, std::string_view page = kLinkingPage) {
  dom::Builder builder;
  return link_xpaths(builder.build(markup, {}), page);
}

void expect_xpath_leads_to(std::string_view href, std::string_view id,
                           std::string_view from = kLinkingPage) {
  const auto links = xpath_links(fmt::format("<a href=\"{}\">x</a>", href), from);
  ASSERT_EQ(links.size(), 1U) << href;
  EXPECT_EQ(links[0].target, address_of(id)) << href << " to " << id;
}

TEST(LinkXpaths, AddressesAreComparedInTheirCanonicalForm) {
  expect_xpath_leads_to("../a.html", "https://site.example/shop/a.html");
  expect_xpath_leads_to("/a?b=1&a=2#part", "https://site.example/a?a=2&b=1");
  expect_xpath_leads_to("HTTP://SITE.example:80/q", "https://site.example/q");
  expect_xpath_leads_to("%7Ejoe//x", "https://site.example/shop/list/~joe/x");
  expect_xpath_leads_to("?y=2", "https://site.example/shop/list/page.html?y=2");
}

TEST(LinkXpaths, AnIndexIsItsDirectory) {
  for (const std::string_view href : {"../", "../index.html", "/shop", "/shop/index.htm"}) {
    expect_xpath_leads_to(href, "https://site.example/shop/index.html");
    expect_xpath_leads_to(href, "https://site.example/shop/");
    expect_xpath_leads_to(href, "https://site.example/shop");
  }
  expect_xpath_leads_to("/", "https://site.example/index.shtml");
  expect_xpath_leads_to("/index.html?a=1", "https://site.example/?a=1");
  EXPECT_NE(address_of("https://site.example/my-index.html"), address_of("https://site.example/"));
  EXPECT_NE(address_of("https://site.example/a?b"), address_of("https://site.example/a"));
}

TEST(LinkXpaths, PagesFromADirectoryLinkToEachOther) {
  expect_xpath_leads_to("../b/two.html", "site/b/two.html", "site/a/one.html");
  expect_xpath_leads_to("b/", "b/index.html", "index.html");
  expect_xpath_leads_to("two.html", "a/two.html.gz", "a/one.html.zst");
  // A mirror names files by their queries, and links with these encoded.
  expect_xpath_leads_to("list.html%3Fpage=2.html", "list.html?page=2.html",
                        "list.html?page=1.html");
  expect_xpath_leads_to("100%25 b.html", "100% b.html", "a.html");
  expect_xpath_leads_to("two.html", "file:///home/a/two.html", "file:///home/a/one.html");
}

TEST(LinkXpaths, OtherSitesAndThePageItselfAreNone) {
  for (const std::string_view href :
       {"https://other.example/", "mailto:a@site.example", "#top", "page.html?x=1#top",
        "//www.site.example/", "http://site.example:8080/", "http://"}) {
    EXPECT_TRUE(xpath_links(fmt::format("<a href=\"{}\">x</a>", href)).empty()) << href;
  }
}

TEST(LinkXpaths, OfSeveralLinksToOneAddressTheFirstCounts) {
  const auto links = xpath_links(
      "<p><a href=b>1</a><p><a href=a>2</a><p><a href=b>3</a><p><a href=b/>4</a><p><a "
      "href=c>5</a>");
  ASSERT_EQ(links.size(), 3U);
  EXPECT_EQ(links[0].target, address_of("https://site.example/shop/list/b"));
  EXPECT_EQ(links[1].target, address_of("https://site.example/shop/list/a"));
  EXPECT_EQ(links[0].xpath, xpath_links("<p><a href=z>1</a><p>")[0].xpath);
}

// /html/body/div[4]/ul/li[1]/a, as in figure 4 of the paper.
TEST(LinkXpaths, TheXPathTellsPlacesApartAndIsTheSameOnAllPagesOfASite) {
  const auto page = [](std::string_view first, std::string_view second) {
    return xpath_links(
        fmt::format("<div></div><div></div><div></div><div><ul><li><a href={}>Technology"
                    "</a><li><a href={}>Home</a></ul></div>",
                    first, second));
  };
  const auto links = page("6169.htm", "5908.htm");
  const auto others = page("5732.htm", "7.htm");
  ASSERT_EQ(links.size(), 2U);
  EXPECT_NE(links[0].xpath, links[1].xpath);
  EXPECT_EQ(links[0].xpath, others[0].xpath);
  EXPECT_EQ(links[1].xpath, others[1].xpath);
  // Without siblings there is no index, and another XPath.
  EXPECT_NE(links[0].xpath, xpath_links("<div><ul><li><a href=a>x</a></ul></div>")[0].xpath);
}

TEST(LinkXpaths, TheSameXPathOnAnotherSiteIsAnother) {
  const std::string_view markup = "<p><a href=a>x</a>";
  EXPECT_EQ(xpath_links(markup, "https://a.example/1")[0].xpath,
            xpath_links(markup, "http://a.example/2/3")[0].xpath);
  EXPECT_NE(xpath_links(markup, "https://a.example/1")[0].xpath,
            xpath_links(markup, "https://b.example/1")[0].xpath);
}

TEST(LinkXpaths, AreExtractedWithWhatNamesThePage) {
  const Features page = extract(
      Page{.id = "https://a.example/index.html", .body = "<a href=b>x</a>"}, {.link_xpaths = true});
  EXPECT_EQ(page.page_id, "https://a.example/index.html");
  EXPECT_EQ(page.address, address_of("http://a.example/"));
  ASSERT_EQ(page.link_xpaths.size(), 1U);
  EXPECT_EQ(page.link_xpaths[0].target, address_of("https://a.example/b"));
  EXPECT_TRUE(extract(Page{.body = "<a href=b>x</a>"}, {.leaf_paths = true}).page_id.empty());
}

TEST(LinkXpaths, AnyBytesAreAnId) {
  for (const std::string_view id : {"", "\xff\xfe", "http://", "http://[", "c:\\a\\b.html", "//x/y",
                                    "mailto:a", "a\tb", "#", "?", "%", "../../.."}) {
    EXPECT_EQ(address_of(id), address_of(id));
    xpath_links("<a href=a>x</a><a href=/>y</a>", id);
  }
}

}  // namespace
}  // namespace pagekin::features
