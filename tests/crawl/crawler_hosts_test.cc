// Several hosts in one crawl.
#include <algorithm>
#include <deque>
#include <string>

#include "crawl/crawling.h"

namespace pagekin::crawl {
namespace {

using std::chrono::milliseconds;
using store::State;
using test::Connection, test::CrawlRun, test::html_answer, test::link_to, test::LoopbackServer,
    test::quick_options, test::real_pages, test::redirect_to, test::serve, test::Site;

constexpr int kGood = 10;   // hosts
constexpr int kPages = 10;  // of each, beside its start page

class CrawlerHosts : public test::CrawlTest {
 protected:
  using Answer = std::function<void(Connection&)>;

  // A host whose pages all give this answer, beside good hosts.
  CrawlRun crawl_beside(Answer answer) {
    LoopbackServer bad(test::on_request([&](Connection& c, const std::string& target) {
      if (target == "/robots.txt") {
        c.send(html_answer("", {}, "404 Not Found"));
      } else {
        answer(c);
      }
    }));
    std::deque<LoopbackServer> good;
    std::vector<std::string> seeds{bad.url()};
    for (int i = 0; i < kGood; ++i) {
      // Each good host also links to the bad one, as in a domain.
      seeds.push_back(good.emplace_back(serve(real_pages(kPages, link_to(bad.url("/b"))))).url());
    }
    CrawlOptions options = quick_options();
    options.fetch.limits.total = milliseconds(700);
    options.fetch.limits.body_bytes = 50'000;
    options.retries = 0;
    CrawlRun run = crawl(seeds, options);
    for (const LoopbackServer& host : good) EXPECT_EQ(run.fetched(host.url()), kPages + 1u);
    return run;
  }
};

TEST_F(CrawlerHosts, OneThatDripsHarmsNoOther) {
  const CrawlRun run = crawl_beside([](Connection& c) {
    c.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n");
    while (c.send("x") && c.pause(milliseconds(30))) {
    }
  });
  EXPECT_EQ(run.count(State::kFailed), 2u);
}

TEST_F(CrawlerHosts, OneWithoutEndHarmsNoOther) {
  const CrawlRun run = crawl_beside([](Connection& c) {
    c.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n");
    while (c.send(std::string(4096, 'x'))) {
    }
  });
  EXPECT_EQ(run.count(State::kPage), kGood * (kPages + 1u) + 2);
}

TEST_F(CrawlerHosts, OneThatResetsHarmsNoOther) {
  EXPECT_EQ(crawl_beside([](Connection& c) { c.reset(); }).count(State::kFailed), 2u);
}

TEST_F(CrawlerHosts, OneThatFloodsWithHeadersHarmsNoOther) {
  const CrawlRun run = crawl_beside([](Connection& c) {
    c.send("HTTP/1.1 200 OK\r\n");
    while (c.send("X-Flood: " + std::string(1000, 'x') + "\r\n")) {
    }
  });
  EXPECT_EQ(run.count(State::kFailed), 2u);
}

// Three names, each with its own server.
class CrawlerSites : public test::CrawlTest {
 protected:
  std::string at(const std::string& name, const LoopbackServer& server) {
    const std::string port = std::to_string(server.port());
    options_.fetch.resolve.push_back(name + ":" + port + ":127.0.0.1");
    return "http://" + name + ":" + port + "/";
  }

  CrawlOptions options_ = quick_options();
};

TEST_F(CrawlerSites, AreDomainsWhereToldSo) {
  for (const SiteRule rule : {SiteRule::kHost, SiteRule::kDomain}) {
    store_ += "x";
    options_ = quick_options();
    LoopbackServer other(serve(real_pages(2)));
    LoopbackServer shop(serve(real_pages(3)));
    const std::string other_url = at("example.net", other);
    const std::string shop_url = at("shop.example.co.uk", shop);
    LoopbackServer home(serve(real_pages(4, link_to(shop_url) + link_to(other_url))));
    const std::string home_url = at("www.example.co.uk", home);
    options_.scope.site = rule;
    const CrawlRun run = crawl({home_url}, options_);
    EXPECT_EQ(run.fetched(home_url), 5u);
    EXPECT_EQ(run.fetched(shop_url), rule == SiteRule::kDomain ? 4u : 0u);
    EXPECT_EQ(run.fetched(other_url), 0u);
    EXPECT_EQ(other.connections(), 0);
  }
}

TEST_F(CrawlerSites, SideBySideGetAllTheirPages) {
  LoopbackServer first(serve(real_pages(30)));
  LoopbackServer second(serve(real_pages(20)));
  LoopbackServer third(serve(real_pages(10)));
  const std::vector seeds{at("a.example.org", first), at("b.example.org", second),
                          at("c.example.com", third)};
  options_.max_pages = 25;
  EXPECT_EQ(crawl(seeds, options_).count(State::kPage), 25u);
  options_.max_pages = 0;
  const CrawlRun run = crawl({}, options_);
  EXPECT_EQ(run.fetched(seeds[0]), 31u);
  EXPECT_EQ(run.fetched(seeds[1]), 21u);
  EXPECT_EQ(run.fetched(seeds[2]), 11u);
  // Each page is fetched once. A host that was finished in the first run gets no second request
  // for robots.txt; which hosts these are depends on which answers first.
  std::size_t asked = 0;
  std::size_t asked_robots = 0;
  for (const LoopbackServer* server : {&first, &second, &third}) {
    for (const std::string& target : server->targets()) {
      ++(target == "/robots.txt" ? asked_robots : asked);
    }
  }
  EXPECT_EQ(asked, 63u);
  EXPECT_GE(asked_robots, 4u);
  EXPECT_LE(asked_robots, 6u);
}

}  // namespace
}  // namespace pagekin::crawl
