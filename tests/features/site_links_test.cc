#include "pagekin/features/site_links.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pagekin/core/random.h"
#include "pagekin/dom/build.h"
#include "pagekin/url/url.h"

#include "reference/site_links.h"

namespace pagekin::features {
namespace {

using Hashes = std::vector<std::uint64_t>;

constexpr std::string_view kPage = "https://site.example/shop/list/page.html?x=1";

Hashes links_of(std::string_view markup, std::string_view page = kPage) {
  dom::Builder builder;
  return site_links(builder.build(markup, {}), page);
}

Hashes targets_of(std::string_view href, std::string_view page = kPage) {
  Hashes targets;
  for (const std::uint64_t link : links_of(fmt::format("<a href=\"{}\">x</a>", href), page)) {
    targets.push_back(target_of(link));
  }
  return targets;
}

// Expects that the address leads from kPage to the page with this id.
void expect_leads_to(std::string_view href, std::string_view id) {
  EXPECT_EQ(targets_of(href), Hashes{link_target(id)}) << href << " to " << id;
}

// Returns the place of the only link.
std::uint64_t place_in(std::string_view markup) {
  const Hashes links = links_of(markup);
  EXPECT_EQ(links.size(), 1U) << markup;
  return links.empty() ? 0 : link_place_of(links[0]);
}

TEST(SiteLinks, AddressesAreResolved) {
  expect_leads_to("a.html", "https://site.example/shop/list/a.html");
  expect_leads_to("../a.html", "https://site.example/shop/a.html");
  expect_leads_to("../../../a.html", "https://site.example/a.html");
  expect_leads_to("./b/./../c", "https://site.example/shop/list/c");
  expect_leads_to("/a?b=1#part", "https://site.example/a?b=1");
  expect_leads_to("?y=2", "https://site.example/shop/list/page.html?y=2");
  expect_leads_to("//site.example/z", "https://site.example/z");
  expect_leads_to("HTTP://SITE.example/q", "https://site.example/q");
  expect_leads_to("a b", "https://site.example/shop/list/a%20b");
  expect_leads_to("x/%2e%2E/y", "https://site.example/shop/list/y");
  expect_leads_to("a&amp;b", "https://site.example/shop/list/a&b");
}

TEST(SiteLinks, OtherSitesAndThePageItselfAreNone) {
  for (const std::string_view href :
       {"https://other.example/", "mailto:a@site.example", "javascript:void(0)", "#top",
        "page.html?x=1#top", "//other.example/shop", "http://"}) {
    EXPECT_TRUE(targets_of(href).empty()) << href;
  }
}

TEST(SiteLinks, AnIndexIsItsDirectory) {
  expect_leads_to("../", "https://site.example/shop/index.html");
  expect_leads_to("/index.htm", "https://site.example/");
  expect_leads_to("my-index.html", "https://site.example/shop/list/my-index.html");
}

TEST(SiteLinks, PagesFromADirectoryLinkToEachOther) {
  EXPECT_EQ(targets_of("../b/two.html", "site/a/one.html"), Hashes{link_target("site/b/two.html")});
}

TEST(SiteLinks, TheBaseElementCounts) {
  EXPECT_EQ(target_of(links_of("<base href=/docs/><a href=a>x</a>").at(0)),
            link_target("https://site.example/docs/a"));
  EXPECT_TRUE(links_of("<base href=//other.example/><a href=a>x</a>").empty());
  EXPECT_EQ(links_of("<base href=//other.example/><a href=//site.example/a>x</a>").size(), 1U);
}

TEST(SiteLinks, ThePlaceIsTheNearestElementWithANameFromTheLinkUpwards) {
  const std::uint64_t menu = place_in("<ul class=menu><li><a href=a>x</a></ul>");
  EXPECT_EQ(menu, place_in("<div id=page><ul class=menu><li><b><a href=b>y</a></ul>"));
  EXPECT_NE(menu, place_in("<ul class=list><li><a href=a>x</a></ul>"));
  EXPECT_NE(menu, place_in("<ul id=menu><li><a href=a>x</a></ul>"));
  EXPECT_NE(menu, place_in("<ol class=menu><li><a href=a>x</a></ol>"));
  EXPECT_NE(menu, place_in("<ul class=menu><li><a class=next href=a>x</a></ul>"));
  EXPECT_EQ(place_in("<p id=row7><a href=a>x</a>"), place_in("<p id=row12><a href=a>x</a>"));
  EXPECT_EQ(place_in("<a href=a>x</a>"), place_in("<table><td class=''><a href=a>x</a>"));
}

TEST(SiteLinks, ALinkCountsOnceAtEachKindOfPlace) {
  EXPECT_EQ(links_of("<p><a href=a>x</a><a href=a>y</a><p class=b><a href=a>z</a>").size(), 2U);
}

TEST(SiteLinks, AnyIdIsAPage) {
  for (const std::string_view id : {"", "http://", "http://[", "\xff", "mailto:x", "//"}) {
    links_of("<a href=a>x</a><a href=//b>y</a>", id);
    link_target(id);
  }
}

TEST(SiteLinks, ReadingEndsWithTenThousandDifferentLinks) {
  std::string page;
  for (int i = 0; i < 100'000; ++i) page += fmt::format("<a href=p{}>x</a>", i);
  EXPECT_EQ(links_of(page).size(), 2 * kMaxSiteLinks);
  std::string same;
  for (int i = 0; i < 100'000; ++i) same += fmt::format("<a href=p{}>x</a>", i % 100);
  EXPECT_EQ(links_of(same + "<a href=last>x</a>").size(), 101U);
}

// A random address made of parts that resolution treats specially, and plain ones.
std::string random_address(Random& random) {
  static constexpr std::string_view pieces[] = {"a",
                                                "b.html",
                                                "index.html",
                                                "index.htm",
                                                ".",
                                                "..",
                                                "/",
                                                "/",
                                                "/",
                                                "?",
                                                "#",
                                                "=1",
                                                "&amp;c",
                                                "%2e",
                                                "%2E",
                                                "%",
                                                "%20",
                                                " ",
                                                ":",
                                                "\\",
                                                "\xC3\xA9",
                                                "//",
                                                "@",
                                                "+",
                                                ";",
                                                "'",
                                                "http:",
                                                "https://site.example",
                                                "http://site.example/",
                                                "https://SITE.example/",
                                                "http://xn--site.example/",
                                                "http://other.example",
                                                "https://0x7f",
                                                "\t",
                                                "_~!*(),"};
  std::string address;
  for (std::uint32_t left = random.below(6); left > 0; --left) {
    address += pieces[random.below(static_cast<std::uint32_t>(std::size(pieces)))];
  }
  return address;
}

TEST(SiteLinks, EqualTheirDefinitionOnRandomPages) {
  Random random(77);
  for (int round = 0; round < 1500; ++round) {
    std::string markup;
    if (random.below(8) == 0) markup += fmt::format("<base href=\"{}\">", random_address(random));
    for (int i = 0; i < 12; ++i) {
      static constexpr std::string_view around[] = {
          "<div class=c1>", "<p>", "<ul id=menu>", "</div>", "<li class='a b'>", "</ul>", "<b>"};
      markup += around[random.below(static_cast<std::uint32_t>(std::size(around)))];
      markup += fmt::format("<a{} href=\"{}\">x</a>", random.below(3) == 0 ? " class=more2" : "",
                            random_address(random));
    }
    dom::Builder builder;
    const dom::Tree& tree = builder.build(markup, {});
    const url::Url page = url::parse(kPage).value();
    const Hashes links = site_links(tree, kPage);
    const reference::SiteLinks expected = reference::site_links(tree, page);
    ASSERT_EQ(links.size(), expected.size()) << markup;

    std::set<std::uint64_t> targets;
    for (const std::uint64_t link : links) targets.insert(target_of(link));
    std::set<std::uint64_t> expected_targets;
    for (const auto& [target, place] : expected) {
      expected_targets.insert(link_target("https://site.example" + target));
    }
    ASSERT_EQ(targets, expected_targets) << markup;
  }
}

}  // namespace
}  // namespace pagekin::features
