// Serves the scenarios of suites/traps: the crawl ends, and has all real pages.
#include <algorithm>
#include <atomic>
#include <string>

#include "pagekin/crawl/robots.h"

#include "crawl/crawling.h"

namespace pagekin::crawl {
namespace {

using std::chrono::milliseconds;
using store::State;
using test::Connection, test::CrawlRun, test::html_answer, test::link_to, test::LoopbackServer,
    test::quick_options, test::real_pages, test::redirect_to, test::serve, test::Site;

constexpr int kReal = 100;

// 100 real pages, a link to a trap before them, and the answers of the trap.
class CrawlerTraps : public test::CrawlTest {
 protected:
  using Trap = std::function<void(Connection&, const std::string& target)>;

  static LoopbackServer::Script with_trap(const std::string& entry, Trap trap) {
    return test::on_request([site = real_pages(kReal, link_to(entry)), trap = std::move(trap)](
                                Connection& connection, const std::string& target) {
      if (const auto found = site.find(target); found != site.end()) {
        connection.send(found->second);
      } else if (target == "/robots.txt") {
        connection.send(html_answer("", {}, "404 Not Found"));
      } else {
        trap(connection, target);
      }
    });
  }

  static void expect_real_pages(const CrawlRun& run) {
    EXPECT_EQ(run.fetched("/real/"), static_cast<std::size_t>(kReal));
  }
};

TEST_F(CrawlerTraps, ACalendarWithoutEndIsLeft) {
  LoopbackServer server(with_trap("/cal/2026/6", [](Connection& c, const std::string& target) {
    const std::size_t slash = target.rfind('/');
    const int year = std::stoi(target.substr(5));
    const int month = std::stoi(target.substr(slash + 1));
    const auto address = [](int y, int m) {
      if (m == 0) return "/cal/" + std::to_string(y - 1) + "/12";
      if (m == 13) return "/cal/" + std::to_string(y + 1) + "/1";
      return "/cal/" + std::to_string(y) + "/" + std::to_string(m);
    };
    c.send(html_answer("<table><tr><td>1</table>" + link_to(address(year, month - 1)) +
                       link_to(address(year, month + 1)) + link_to("/")));
  }));
  CrawlOptions options = quick_options();
  options.max_run = 40;
  const CrawlRun run = crawl({server.url()}, options);
  expect_real_pages(run);
  EXPECT_EQ(run.fetched("/cal/"), 81u);  // 40 in each direction
  EXPECT_EQ(
      run.report.not_followed.at("trap: 40 pages in a row led only to addresses of the same shape")
          .count,
      2u);
  ASSERT_FALSE(run.notes.empty());
  EXPECT_NE(run.notes.front().find("/cal/"), std::string::npos);
}

TEST_F(CrawlerTraps, AListOfManyPagesThatLeadsToOthersIsNoTrap) {
  Site site{{"/", html_answer(link_to("/list/1"))}};
  for (int i = 1; i <= 30; ++i) {
    const std::string n = std::to_string(i);
    site["/list/" + n] =
        html_answer(link_to("/item/" + n + ".html") + link_to("/list/" + std::to_string(i + 1)));
    site["/item/" + n + ".html"] = html_answer("<p>i");
  }
  LoopbackServer server(serve(site));
  CrawlOptions options = quick_options();
  options.max_run = 3;
  EXPECT_EQ(crawl({server.url()}, options).count(State::kPage), 61u);
}

TEST_F(CrawlerTraps, ASessionIdInEveryLinkMakesNoNewPages) {
  std::atomic<int> session = 0;
  LoopbackServer server(test::on_request([&](Connection& c, const std::string& target) {
    const std::string path = target.substr(0, target.find('?'));
    std::string links;
    for (int i = 0; i < 10; ++i) {
      links += link_to("/page" + std::to_string(i) + "?sid=" + std::to_string(++session));
    }
    c.send(path == "/robots.txt" ? html_answer("", {}, "404 Not Found") : html_answer(links));
  }));
  const CrawlRun run = crawl({server.url()});
  EXPECT_EQ(run.count(State::kPage), 11u);
  EXPECT_EQ(server.requests(), 12);
}

TEST_F(CrawlerTraps, AnEndlessRelativePathEndsAtTwentySegments) {
  LoopbackServer server(with_trap(
      "/a/", [](Connection& c, const std::string&) { c.send(html_answer(link_to("b/"))); }));
  const CrawlRun run = crawl({server.url()});
  expect_real_pages(run);
  EXPECT_LE(run.count(State::kPage), 101u + 21);
  EXPECT_FALSE(run.report.not_followed.empty());
}

TEST_F(CrawlerTraps, RandomQueriesEndAtTheBudgetOfTheHostAndStarveNoOther) {
  std::atomic<int> number = 0;
  LoopbackServer trap(test::on_request([&](Connection& c, const std::string& target) {
    std::string links;
    for (int i = 0; i < 3; ++i) links += link_to("/?r=" + std::to_string(++number));
    c.send(target == "/robots.txt" ? html_answer("", {}, "404 Not Found") : html_answer(links));
  }));
  LoopbackServer good(serve(real_pages(kReal)));
  CrawlOptions options = quick_options();
  options.max_pages_per_host = 150;
  const CrawlRun run = crawl({trap.url(), good.url()}, options);
  expect_real_pages(run);
  EXPECT_EQ(run.fetched("?r="), 149u);
  EXPECT_EQ(run.report.hosts_left.size(), 1u);
}

TEST_F(CrawlerTraps, RedirectsThatGoRoundAreAnError) {
  LoopbackServer server(with_trap("/r1", [](Connection& c, const std::string& target) {
    c.send(redirect_to(target == "/r1" ? "/r2" : "/r1"));
  }));
  const CrawlRun run = crawl({server.url()});
  expect_real_pages(run);
  EXPECT_EQ(run.page(server.url("/r1"))->row.state, State::kRedirect);
  EXPECT_EQ(run.page(server.url("/r2"))->row.state, State::kFailed);
  EXPECT_EQ(run.page(server.url("/r2"))->reason, "a loop of redirects");
}

TEST_F(CrawlerTraps, AChainOfRedirectsEndsAfterTwenty) {
  LoopbackServer server(with_trap("/r/0", [](Connection& c, const std::string& target) {
    c.send(redirect_to("/r/" + std::to_string(std::stoi(target.substr(3)) + 1)));
  }));
  const CrawlRun run = crawl({server.url()});
  expect_real_pages(run);
  EXPECT_EQ(run.count(State::kRedirect), 20u);
  EXPECT_EQ(run.count(State::kFailed), 1u);
}

TEST_F(CrawlerTraps, ASlowDripBlocksNoOtherHost) {
  LoopbackServer slow(test::on_request([](Connection& c, const std::string& target) {
    if (target == "/robots.txt") {
      c.send(html_answer("", {}, "404 Not Found"));
      return;
    }
    c.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n");
    while (c.send("x") && c.pause(milliseconds(50))) {
    }
  }));
  LoopbackServer good(serve(real_pages(kReal)));
  CrawlOptions options = quick_options();
  options.fetch.limits.total = milliseconds(700);
  options.retries = 0;
  const CrawlRun run = crawl({slow.url(), good.url()}, options);
  expect_real_pages(run);
  EXPECT_EQ(run.page(slow.url())->row.state, State::kFailed);
}

TEST_F(CrawlerTraps, AnEndlessBodyIsCutAndFlagged) {
  LoopbackServer server(with_trap("/endless", [](Connection& c, const std::string&) {
    c.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n");
    const std::string chunk = "1000\r\n" + std::string(4096, 'x') + "\r\n";
    while (c.send(chunk)) {
    }
  }));
  CrawlOptions options = quick_options();
  options.fetch.limits.body_bytes = 100'000;
  const CrawlRun run = crawl({server.url()}, options);
  expect_real_pages(run);
  const auto* page = run.page(server.url("/endless"));
  EXPECT_EQ(page->row.state, State::kPage);
  EXPECT_TRUE(page->row.limited);
  EXPECT_EQ(page->row.bytes, 100'000);
}

TEST_F(CrawlerTraps, AFloodOfHeadersIsAnError) {
  LoopbackServer server(with_trap("/headers", [](Connection& c, const std::string&) {
    c.send("HTTP/1.1 200 OK\r\n");
    const std::string header = "X-Flood: " + std::string(1000, 'x') + "\r\n";
    for (int i = 0; i < 100'000 && c.send(header); ++i) {
    }
  }));
  const CrawlRun run = crawl({server.url()});
  expect_real_pages(run);
  EXPECT_EQ(run.page(server.url("/headers"))->row.state, State::kFailed);
}

TEST_F(CrawlerTraps, OfManyLinksTheFirstCount) {
  std::string links;
  for (int i = 0; i < 50'000; ++i) links += "<a href=/n/" + std::to_string(i) + ">";
  LoopbackServer server(with_trap("/many", [&](Connection& c, const std::string& target) {
    c.send(html_answer(target == "/many" ? links : "<p>n"));
  }));
  CrawlOptions options = quick_options();
  options.links.max_links = 300;
  const CrawlRun run = crawl({server.url()}, options);
  expect_real_pages(run);
  EXPECT_EQ(run.fetched("/n/"), 300u);
  EXPECT_EQ(run.report.not_followed.at("too many links on a page").count, 1u);
}

TEST_F(CrawlerTraps, RetryAfterIsObeyedAndThePageAskedForThreeTimesAtMost) {
  LoopbackServer server(with_trap("/busy", [](Connection& c, const std::string&) {
    c.send(html_answer("", "Retry-After: 1\r\n", "503 Service Unavailable"));
  }));
  const auto start = std::chrono::steady_clock::now();
  const CrawlRun run = crawl({server.url()});
  expect_real_pages(run);
  EXPECT_EQ(std::ranges::count(server.targets(), "/busy"), 3);
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
  EXPECT_EQ(run.page(server.url("/busy"))->row.status, 503);
}

TEST_F(CrawlerTraps, AHostThatAsksForALongPauseIsLeftUntilTheNextRun) {
  std::atomic<bool> is_busy = true;
  LoopbackServer server(with_trap("/busy", [&](Connection& c, const std::string&) {
    c.send(is_busy ? html_answer("", "Retry-After: 86400\r\n", "429 Too Many Requests")
                   : html_answer("<p>b"));
  }));
  const CrawlRun run = crawl({server.url()});
  EXPECT_EQ(run.report.hosts_left.size(), 1u);
  EXPECT_GT(run.report.waiting, 0u);
  is_busy = false;
  const CrawlRun next = crawl({});
  expect_real_pages(next);
  EXPECT_EQ(next.page(server.url("/busy"))->row.state, State::kPage);
}

TEST_F(CrawlerTraps, ARobotsTxtThatCannotBeReadForbidsAllForNow) {
  std::atomic<bool> is_down = true;
  const Site site = real_pages(kReal);
  LoopbackServer server(test::on_request([&](Connection& c, const std::string& target) {
    if (target == "/robots.txt") {
      c.send(html_answer("", {}, is_down ? "503 Service Unavailable" : "404 Not Found"));
    } else {
      c.send(site.at(target));
    }
  }));
  EXPECT_EQ(crawl({server.url()}).count(State::kPage), 0u);
  for (const std::string& target : server.targets()) EXPECT_EQ(target, "/robots.txt");
  is_down = false;
  expect_real_pages(crawl({}));
}

TEST_F(CrawlerTraps, OfALongRobotsTxtTheBeginningCounts) {
  Site site = real_pages(kReal);
  site["/robots.txt"] = html_answer("User-agent: *\nDisallow: /real/1.html\n" +
                                    std::string(1'000'000, '#') + "\nDisallow: /\n");
  LoopbackServer server(serve(site));
  EXPECT_EQ(crawl({server.url()}).fetched("/real/"), 99u);
}

TEST_F(CrawlerTraps, ARobotsTxtBehindFiveRedirectsIsReadBehindSixNot) {
  for (const int redirects : {5, 6}) {
    store_ += std::to_string(redirects);
    Site site = real_pages(3);
    site["/robots.txt"] = redirect_to("/robots1");
    for (int i = 1; i < redirects; ++i) {
      site["/robots" + std::to_string(i)] = redirect_to("/robots" + std::to_string(i + 1));
    }
    site["/robots" + std::to_string(redirects)] = html_answer("User-agent: *\nDisallow: /real/\n");
    LoopbackServer server(serve(site));
    EXPECT_EQ(crawl({server.url()}).fetched("/real/"), redirects == 5 ? 0u : 3u);
  }
}

TEST_F(CrawlerTraps, RobotsTxtIsNotFetchedFromWhereNothingMayBe) {
  // Ports of other services are refused even if private addresses are allowed.
  Site site = real_pages(3);
  site["/robots.txt"] = redirect_to("http://127.0.0.1:22/");
  LoopbackServer server(serve(site));
  const CrawlRun run = crawl({server.url()});
  EXPECT_EQ(run.count(State::kPage), 0u);
  ASSERT_EQ(run.report.hosts_left.size(), 1u);
  EXPECT_NE(run.report.hosts_left.begin()->second.find("port"), std::string::npos)
      << run.report.hosts_left.begin()->second;
}

TEST_F(CrawlerTraps, ALongCrawlDelayIsCapped) {
  const Robots robots = Robots::parse("User-agent: *\nCrawl-delay: 3600\n", "pagekin");
  EXPECT_EQ(robots.delay(), milliseconds(300'000));
  Site site = real_pages(2);
  site["/robots.txt"] = html_answer("User-agent: *\nCrawl-delay: 0.2\n");
  LoopbackServer server(serve(site));
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(crawl({server.url()}).fetched("/real/"), 2u);
  EXPECT_GE(std::chrono::steady_clock::now() - start, milliseconds(600));
}

TEST_F(CrawlerTraps, WhatCannotBeReachedIsTriedThreeTimesAndTheRestGoesOn) {
  std::atomic<int> resets = 0;
  LoopbackServer server(with_trap("/reset", [&](Connection& c, const std::string&) {
    ++resets;
    c.reset();
  }));
  std::uint16_t closed = 0;
  {
    const LoopbackServer gone(serve({}));
    closed = gone.port();
  }
  const std::string refused = "http://127.0.0.1:" + std::to_string(closed) + "/";
  const CrawlRun run = crawl({server.url(), refused, "http://no-such-name.invalid/"});
  expect_real_pages(run);
  EXPECT_EQ(run.page(server.url("/reset"))->row.state, State::kFailed);
  EXPECT_GE(resets, 3);
  EXPECT_EQ(run.report.hosts_left.size(), 2u);  // their robots.txt cannot be read
}

TEST_F(CrawlerTraps, BodiesWithLyingLengthsAreKeptAndFlagged) {
  LoopbackServer server(with_trap("/long", [](Connection& c, const std::string& target) {
    const bool is_long = target == "/long";
    c.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: " +
           std::string(is_long ? "5000" : "20") + "\r\nConnection: close\r\n\r\n" +
           (is_long ? link_to("/short") : "<p>twenty bytes are</p> and more"));
    c.close();
  }));
  const CrawlRun run = crawl({server.url()});
  expect_real_pages(run);
  EXPECT_EQ(run.page(server.url("/long"))->row.state, State::kPage);
  EXPECT_TRUE(run.page(server.url("/long"))->row.limited);
  EXPECT_EQ(run.page(server.url("/short"))->row.bytes, 20);
}

}  // namespace
}  // namespace pagekin::crawl
