#include "pagekin/dom/links.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pagekin/dom/build.h"
#include "pagekin/dom/xpath.h"

#include "support/collect_pages.h"
#include "support/shared.h"

namespace pagekin::dom {
namespace {

using nlohmann::json;

struct Read {
  std::vector<std::string> urls;
  DroppedLinks dropped;
};

Read read(std::string_view page, std::string_view address = "http://example.com/dir/page",
          const LinkLimits& limits = {}) {
  Builder builder;
  Links links;
  links.read(builder.build(page), *url::parse(address), limits);
  Read out;
  for (const Link& link : links.links()) out.urls.emplace_back(links.url(link));
  out.dropped = links.dropped();
  return out;
}

using Urls = std::vector<std::string>;

TEST(Links, AreResolvedInDocumentOrder) {
  EXPECT_EQ(
      read("<a href=x>1</a><map><area href='/y?a=1&amp;b'></map><a href='../z#f'>").urls,
      (Urls{"http://example.com/dir/x", "http://example.com/y?a=1&b", "http://example.com/z#f"}));
}

TEST(Links, KnowTheirElementAndWhetherToBeFollowed) {
  Builder builder;
  Links links;
  const Tree& tree =
      builder.build("<p><a href=x></a><a rel='ugc NoFollow' href=y></a><a rel=nofollows href=z>");
  links.read(tree, *url::parse("http://h/"));
  ASSERT_EQ(links.links().size(), 3u);
  const XPaths xpaths(tree);
  EXPECT_EQ(xpaths.of(links.links()[1].element), "/html/body/p/a[2]");
  EXPECT_FALSE(links.links()[0].nofollow);
  EXPECT_TRUE(links.links()[1].nofollow);
  EXPECT_FALSE(links.links()[2].nofollow);
}

TEST(Links, TheFirstBaseWithAnAddressCounts) {
  EXPECT_EQ(read("<base target=x><base href=/b/><base href=/c/><a href=x>").urls,
            (Urls{"http://example.com/b/x"}));
  EXPECT_EQ(read("<base href='http://bad host/'><base href=/c/><a href=x>").urls,
            (Urls{"http://example.com/dir/x"}));
  EXPECT_EQ(read("<base href=''><a href=x>").urls, (Urls{"http://example.com/dir/x"}));
  EXPECT_EQ(read("<base href='&#x2f;b/'><a href=x>").urls, (Urls{"http://example.com/b/x"}));
  EXPECT_EQ(read("<svg><base href=/b/></svg><a href=x>").urls, (Urls{"http://example.com/dir/x"}));
}

TEST(Links, BaseOfAnotherSchemeTakesRelativeLinksWithIt) {
  const Read page = read("<base href='ftp://f/'><a href=x></a><a href='http://h/'>");
  EXPECT_EQ(page.urls, (Urls{"http://h/"}));
  EXPECT_EQ(page.dropped.other_scheme, 1u);
}

TEST(Links, OtherSchemesAndBadAddressesAreCounted) {
  const Read page = read(
      "<a href=javascript:x></a><a href=' JAVA\nscript:x'></a><a href=mailto:a@b></a><a "
      "href=data:,x></a><a href=file:///etc></a><a href='http://a b/'></a><a href='//'></a><a "
      "href=ftp://h/></a><a href=gopher://h/></a><a href=ok></a>");
  EXPECT_EQ(page.urls, (Urls{"http://example.com/dir/ok"}));
  EXPECT_EQ(page.dropped.other_scheme, 7u);
  EXPECT_EQ(page.dropped.invalid, 2u);
}

TEST(Links, NulIsTheReplacementCharacter) {
  EXPECT_EQ(read(std::string_view("<a href='x\0y'>", 15)).urls,
            (Urls{"http://example.com/dir/x%EF%BF%BDy"}));
}

TEST(Links, OfSvgHaveAPlainHref) {
  EXPECT_EQ(read("<svg><a href=/s></a><a xlink:href=/x></a></svg><math><a href=/m></math>").urls,
            (Urls{"http://example.com/s"}));
}

TEST(Links, TooLongAddressesAreCounted) {
  const std::string fits(2'083 - std::string("http://example.com/").size(), 'x');
  const Read page = read("<a href='/" + fits + "'></a><a href='/" + fits + "x'></a><a href='/" +
                         std::string(300'000, 'y') + "'></a><a href='/\xC3\xA9" + fits.substr(6) +
                         "'></a><a href='/\xC3\xA9" + fits.substr(5) + "'>");
  EXPECT_EQ(page.urls.size(), 2u);
  EXPECT_EQ(page.dropped.too_long, 3u);
}

TEST(Links, ABaseThatIsTooLongIsPassedOver) {
  EXPECT_EQ(read("<base href='/" + std::string(100'000, 'x') + "/'><a href=y>").urls,
            (Urls{"http://example.com/dir/y"}));
}

TEST(Links, TooManyAreCounted) {
  std::string page;
  for (int i = 0; i < 7'000; ++i) page += "<a href=" + std::to_string(i) + "></a>";
  const Read all = read(page);
  EXPECT_EQ(all.urls.size(), 6'000u);
  EXPECT_EQ(all.urls.back(), "http://example.com/dir/5999");
  EXPECT_EQ(all.dropped.too_many, 1'000u);
  EXPECT_EQ(read(page, "http://h/", {.max_links = 2}).urls.size(), 2u);
}

TEST(Links, CopiesOfAMisnestedElementAreLinksToo) {
  EXPECT_EQ(read("<p><a href=x>1<p>2<p>3").urls, (Urls(3, "http://example.com/dir/x")));
  EXPECT_EQ(read("<p><a href=tel:1>1<p>2<p>3").dropped.other_scheme, 3u);
  Builder builder;
  Links links;
  links.read(builder.build("<p><a href=x rel=nofollow>1<p>2</a><a href=y>"),
             *url::parse("http://h/"));
  ASSERT_EQ(links.links().size(), 3u);
  EXPECT_TRUE(links.links()[1].nofollow);
  EXPECT_FALSE(links.links()[2].nofollow);
}

TEST(Links, BuffersAreReusable) {
  Builder builder;
  Links links;
  links.read(builder.build("<a href=x></a><a href=tel:1></a>"), *url::parse("http://h/"));
  links.read(builder.build("<a href=y></a>"), *url::parse("http://g/"));
  ASSERT_EQ(links.links().size(), 1u);
  EXPECT_EQ(links.url(links.links()[0]), "http://g/y");
  EXPECT_EQ(links.dropped().other_scheme, 0u);
}

json links_suite() {
  return json::parse(test::read_file(test::shared_dir() / "suites/links/cases.json"));
}

TEST(Links, AddressesOfTheSuiteResolve) {
  PAGEKIN_NEEDS_SHARED();
  const json cases = links_suite();
  for (const json& one : cases.at("url_resolution")) {
    const auto base = url::parse(one.at("base").get<std::string>());
    const auto url = url::parse(one.at("input").get<std::string>(), &*base);
    const bool followed = url && url->is_http();
    SCOPED_TRACE(one.dump());
    EXPECT_EQ(url ? json(url->href()) : json(), one.at("whatwg_href"));
    EXPECT_EQ(followed, one.at("crawl").get<bool>());
    EXPECT_EQ(followed ? json(url->without_fragment()) : json(), one.at("crawl_url"));
  }
  EXPECT_EQ(cases.at("url_resolution").size(), 58u);
}

TEST(Links, PagesOfTheSuite) {
  PAGEKIN_NEEDS_SHARED();
  const json cases = links_suite();
  for (const json& one : cases.at("html")) {
    EXPECT_EQ(read(one.at("html").get<std::string>(), one.at("doc").get<std::string>()).urls,
              one.at("links").get<Urls>())
        << one.at("note");
  }
  EXPECT_EQ(cases.at("html").size(), 14u);
}

std::string suite_file(const std::string& name) {
  return test::read_file(test::shared_dir() / "suites/links" / name);
}

// In the order of the page, each once.
Urls unique(const Urls& urls) {
  std::set<std::string> seen;
  Urls out;
  for (const std::string& url : urls) {
    if (seen.insert(url).second) out.push_back(url);
  }
  return out;
}

TEST(Links, PagesOfScrapy) {
  PAGEKIN_NEEDS_SHARED();
  EXPECT_EQ(unique(read(suite_file("scrapy/linkextractor.html")).urls),
            links_suite().at("scrapy").at("links").get<Urls>());
  EXPECT_EQ(read(suite_file("scrapy/linkextractor_no_href.html")).urls,
            (Urls{"http://example.com/author/Albert-Einstein", "http://example.com/page/1/",
                  "http://example.com/page/3/", "http://example.com/page/4/"}));
  EXPECT_EQ(
      read(suite_file("scrapy/linkextractor_noenc.html")).urls,
      (Urls{"http://example.com/sample_%C3%B1.html", "http://example.com/sample_%E2%82%AC.html"}));
  EXPECT_EQ(read(suite_file("scrapy/linkextractor_latin1.html")).urls,  // on disk in UTF-8
            (Urls{"http://example.com/sample_%C3%B1.html", "http://example.com/sample_%C3%A1.html",
                  "http://example.com/sample_%C3%B6.html?price=%C2%A332&%C2%B5=unit"}));
  EXPECT_EQ(read(suite_file("scrapy-test_site/index.html"), "http://h/d/").urls,
            (Urls{"http://h/d/item1.html", "http://h/d/item2.html", "http://h/d/item999.html"}));
  EXPECT_TRUE(read(suite_file("scrapy-test_site/item1.html")).urls.empty());
}

std::string base_of(const std::string& file, std::string_view address) {
  Builder builder;
  const std::string page = suite_file("wpt-base-element/" + file);
  return base_url(builder.build(page), *url::parse(address)).href();
}

// What the scripts of these pages find before they change anything.
TEST(Links, BasesOfTheWebPlatformTests) {
  PAGEKIN_NEEDS_SHARED();
  const std::string address = "http://example.com/d/page.html";
  for (const char* file :
       {"base-data.html", "base-javascript.html", "base_href_empty.html", "base_about_blank.html",
        "base_href_unspecified.html", "base_href_specified.html", "base_srcdoc.html",
        "example.html", "example2.html", "base_multiple.html", "base_href_invalid.html"}) {
    EXPECT_EQ(base_of(file, address), address) << file;
  }
  EXPECT_EQ(read(suite_file("wpt-base-element/example.html"), address).urls,
            (Urls{"http://example.com/d/example2.html"}));
}

// The suite lists links of all kinds; those of a and area elements are ours.
TEST(Links, ArchiveOfWebarchiveCommons) {
  PAGEKIN_NEEDS_SHARED();
  const json expected = links_suite().at("webarchive_commons");
  const auto file = test::shared_dir() / "suites" / expected.at("file").get<std::string>();
  const test::Collected collected = test::collect({file.string()});
  ASSERT_FALSE(collected.pages.empty());
  Urls links;
  std::string base;
  for (const json& link : expected.at("record1_links")) {
    if (link.at(1) == "__base__") base = link.at(0);
    if (link.at(1) != "A@/href") continue;
    const auto base_url = url::parse(base);
    links.push_back(url::parse(link.at(0).get<std::string>(), &*base_url)->href());
  }
  EXPECT_EQ(read(collected.pages[0].body).urls, links);
}

TEST(Links, OfHostilePagesAreFewAndFound) {
  PAGEKIN_NEEDS_SHARED();
  Builder builder;
  Links links;
  const auto page_url = url::parse("http://example.com/");
  for (const auto& entry :
       std::filesystem::directory_iterator(test::shared_dir() / "suites/hostile-html/generated")) {
    if (entry.path().extension() != ".html") continue;
    const std::string page = test::read_file(entry.path());
    const Tree& tree = builder.build(page);
    links.read(tree, *page_url);
    const std::string name = entry.path().stem().string();
    SCOPED_TRACE(name);
    EXPECT_LE(links.links().size(), 6'000u);
    const XPaths xpaths(tree);
    for (std::size_t i = 0; i < links.links().size(); i += 97) {
      const Link& link = links.links()[i];
      EXPECT_TRUE(links.url(link).starts_with("http"));
      EXPECT_EQ(xpaths.find(xpaths.of(link.element)), link.element);
    }
    if (name == "link-flood") {
      EXPECT_EQ(links.links().size() + links.dropped().too_many,
                static_cast<std::size_t>(std::count(page.begin(), page.end(), '"')) / 2);
    }
    if (name == "link-huge") {
      EXPECT_EQ(links.dropped().too_long, 1u);
    }
  }
}

}  // namespace
}  // namespace pagekin::dom
