// Which addresses that pages contain are followed and stored.
#include <algorithm>
#include <string>

#include <nlohmann/json.hpp>

#include "crawl/crawling.h"
#include "support/shared.h"

namespace pagekin::crawl {
namespace {

using store::State;
using test::CrawlRun, test::html_answer, test::link_to, test::LoopbackServer, test::quick_options,
    test::real_pages, test::redirect_to, test::serve, test::Site;

class CrawlerAddresses : public test::CrawlTest {
 protected:
  std::vector<std::string> stored_urls() {
    std::vector<std::string> urls;
    store::CrawlReader::open(store_)->read_urls(
        [&](std::int64_t, std::string_view url) { urls.emplace_back(url); });
    return urls;
  }
};

TEST_F(CrawlerAddresses, OtherSchemesAreNeverFetched) {
  LoopbackServer trap(serve({}));
  const std::string place = "127.0.0.1:" + std::to_string(trap.port());
  const std::vector<std::string> others = {
      "javascript:alert(1)",           "JaVa\tScRiPt:alert(1)",
      "data:text/html,<a href=/data>", "file:///etc/passwd",
      "ftp://" + place + "/x",         "gopher://" + place + "/_GET%20/",
      "view-source:http://" + place,   "blob:http://" + place + "/x"};
  Site site;
  std::string start;
  std::size_t number = 0;
  for (const std::string& other : others) {
    const std::string n = std::to_string(++number);
    start += link_to(other) + link_to("/redirect" + n) + link_to("/base" + n);
    site["/redirect" + n] = redirect_to(other);
    site["/base" + n] =
        html_answer("<base href='" + other + "'>" + link_to("page") + link_to("//" + place + "/y"));
  }
  site["/"] = html_answer(start);
  site["/page"] = html_answer("<p>p");
  LoopbackServer server(serve(site));
  const CrawlRun run = crawl({server.url()});
  EXPECT_EQ(trap.connections(), 0);
  EXPECT_EQ(run.count(State::kPage), 2 + others.size());  // the start page, bases, and "page"
  EXPECT_EQ(run.count(State::kFailed), others.size());
  EXPECT_EQ(run.page(server.url("/redirect1"))->reason,
            "a redirect to something that is not an http or https address");
  for (const std::string& url : stored_urls()) EXPECT_TRUE(url.starts_with("http://")) << url;
}

TEST_F(CrawlerAddresses, RedirectsLeadWhereTheSuiteSays) {
  PAGEKIN_NEEDS_SHARED();
  const auto cases =
      nlohmann::json::parse(test::read_file(test::shared_dir() / "suites/links/cases.json"));
  Site site;
  std::string start;
  std::map<std::string, std::string> expected;  // by target: address; empty: none
  for (const auto& one : cases.at("url_resolution")) {
    const std::string input = one.at("input");
    const bool is_sendable =
        !input.empty() && std::ranges::all_of(input, [](unsigned char c) { return c > 0x20; });
    if (!is_sendable || one.at("base") != "http://example.com/dir/page.html?q=1#f") continue;
    const std::string target = "/dir/" + std::to_string(expected.size()) + ".html";
    start += link_to(target);
    site[target] = redirect_to(input);
    expected[target] = one.at("crawl") ? one.at("crawl_url").get<std::string>() : "";
  }
  ASSERT_GT(expected.size(), 20u);
  site["/"] = html_answer(start);
  LoopbackServer server(serve(site));
  const CrawlRun run = crawl({server.url()});
  for (const auto& [target, url] : expected) {
    const auto* page = run.page(server.url(target));
    ASSERT_NE(page, nullptr) << target;
    EXPECT_EQ(page->row.redirect == 0, url.empty()) << site[target];
  }
}

TEST_F(CrawlerAddresses, WhatIsStoredIsPlainAndShort) {
  using namespace std::string_literals;
  const std::string longest(300'000, 'a');
  Site site;
  site["/"] = html_answer("<!doctype html><meta charset=utf-8>" + link_to("/b\xFF\xFE") +
                          link_to("/n\0ul"s) + link_to("/c\x01\x1B[31m") +
                          link_to("/\xE2\x80\xAEtxt") + link_to("/" + longest) +
                          link_to("/?q=\xC3\x28\xFF") + link_to("http://\xFF.example/") +
                          link_to("/redirect") + link_to("/long") + link_to("/real"));
  site["/redirect"] = redirect_to("/to\xFF\x1B");
  site["/long"] = redirect_to("/" + longest.substr(0, 100'000));
  site["/real"] = html_answer("<p>r");
  LoopbackServer server(serve(site));
  const CrawlRun run = crawl({server.url()});
  ASSERT_EQ(run.count(State::kPage), 2u);
  EXPECT_EQ(run.page(server.url("/redirect"))->row.state, State::kRedirect);
  EXPECT_EQ(run.page(server.url("/long"))->reason, "a redirect to an address that is too long");
  EXPECT_NE(run.page(server.url("/b%EF%BF%BD%EF%BF%BD")), nullptr);
  EXPECT_GT(stored_urls().size(), 6u);
  for (const std::string& url : stored_urls()) {
    EXPECT_LE(url.size(), 2083u);
    EXPECT_TRUE(std::ranges::all_of(url, [](char c) { return c > 0x20 && c < 0x7F; })) << url;
  }
  for (const std::string& note : run.notes) {
    EXPECT_TRUE(std::ranges::none_of(note, [](char c) { return c == 0x1B; })) << note;
  }
}

TEST_F(CrawlerAddresses, SpellingsOfOneAddressInOneTransactionAreOnePage) {
  // Seeds are written in one transaction.
  LoopbackServer server(serve(real_pages(1)));
  const CrawlRun run = crawl({server.url("/real/1.html"), server.url("/real/%31.html")});
  EXPECT_EQ(run.fetched("/real/"), 1u);
}

}  // namespace
}  // namespace pagekin::crawl
