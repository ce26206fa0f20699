// How a crawl treats hosts: delays, a robots.txt that is hard to fetch, hosts that are down.
#include <algorithm>
#include <atomic>
#include <ctime>
#include <mutex>
#include <string>

#include "crawl/crawling.h"

namespace pagekin::crawl {
namespace {

using std::chrono::milliseconds;
using store::State;
using test::Connection, test::CrawlRun, test::html_answer, test::link_to, test::LoopbackServer,
    test::quick_options, test::real_pages, test::redirect_to, test::serve, test::Site;
using Clock = std::chrono::steady_clock;

// A site that records the times of requests.
class TimedSite {
 public:
  explicit TimedSite(Site site) : site_(std::move(site)) {}

  LoopbackServer::Script script() {
    return test::on_request([this](Connection& c, const std::string& target) {
      {
        const std::lock_guard lock(mutex_);
        times_.emplace_back(target, Clock::now());
      }
      c.send(site_.contains(target) ? site_.at(target) : html_answer("", {}, "404 Not Found"));
    });
  }

  // The shortest time between two requests, from the request for `target` on.
  Clock::duration least_gap(const std::string& target = {}) const {
    const std::lock_guard lock(mutex_);
    Clock::duration least = Clock::duration::max();
    bool counts = target.empty();
    for (std::size_t i = 0; i + 1 < times_.size(); ++i) {
      counts = counts || times_[i].first == target;
      if (counts) least = std::min(least, times_[i + 1].second - times_[i].second);
    }
    return least;
  }

 private:
  const Site site_;
  mutable std::mutex mutex_;
  std::vector<std::pair<std::string, Clock::time_point>> times_;
};

class CrawlerPolite : public test::CrawlTest {
 protected:
  // Pages, and a robots.txt with the given answers.
  static LoopbackServer::Script with_robots(int pages,
                                            std::function<void(Connection&)> answer_robots) {
    return test::on_request([site = real_pages(pages), answer_robots = std::move(answer_robots)](
                                Connection& c, const std::string& target) {
      if (target == "/robots.txt") {
        answer_robots(c);
      } else {
        c.send(site.at(target));
      }
    });
  }

  static auto times_asked(const LoopbackServer& server, const std::string& target) {
    return std::ranges::count(server.targets(), target);
  }
};

TEST_F(CrawlerPolite, TheServerSeesTheDelayBetweenAllRequestsRobotsTxtIncluded) {
  Site site = real_pages(4);
  site["/robots.txt"] = redirect_to("/rules.txt");
  site["/rules.txt"] = html_answer("User-agent: *\nDisallow: /nothing\n");
  TimedSite timed(site);
  LoopbackServer server(timed.script());
  CrawlOptions options = quick_options();
  options.delay = milliseconds(80);
  EXPECT_EQ(crawl({server.url()}, options).count(State::kPage), 5u);
  EXPECT_EQ(server.requests(), 7);
  EXPECT_GE(timed.least_gap(), milliseconds(80));
}

TEST_F(CrawlerPolite, TheLongerOfDelayAndCrawlDelayCounts) {
  for (const int delay : {0, 150}) {
    store_ += "x";
    Site site = real_pages(3);
    site["/robots.txt"] = html_answer("User-agent: *\nCrawl-delay: 0.1\n");
    TimedSite timed(site);
    LoopbackServer server(timed.script());
    CrawlOptions options = quick_options();
    options.delay = milliseconds(delay);
    EXPECT_EQ(crawl({server.url()}, options).count(State::kPage), 4u);
    EXPECT_GE(timed.least_gap(), milliseconds(std::max(100, delay)));
  }
}

TEST_F(CrawlerPolite, WaitsUntilTheDateThatRetryAfterNames) {
  std::atomic<int> refusals = 0;
  std::mutex mutex;
  std::vector<std::time_t> times;
  std::time_t date = 0;
  const Site site = real_pages(2);
  LoopbackServer server(test::on_request([&](Connection& c, const std::string& target) {
    if (target == "/real/1.html") {
      const std::lock_guard lock(mutex);
      times.push_back(std::time(nullptr));
      if (refusals++ == 0) {
        date = times.back() + 2;
        char text[64];
        std::tm parts{};
        std::strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", gmtime_r(&date, &parts));
        c.send(
            html_answer("", std::string("Retry-After: ") + text + "\r\n", "429 Too Many Requests"));
        return;
      }
    }
    c.send(site.contains(target) ? site.at(target) : html_answer("", {}, "404 Not Found"));
  }));
  EXPECT_EQ(crawl({server.url()}).count(State::kPage), 3u);
  ASSERT_EQ(times.size(), 2u);
  EXPECT_GE(times[1], date);
}

TEST_F(CrawlerPolite, RetryAfterIsHeededAlsoWhenThePageIsGivenUp) {
  Site site = real_pages(1, link_to("/busy"));
  site["/busy"] = html_answer("", "Retry-After: 1\r\n", "503 Service Unavailable");
  TimedSite timed(site);
  LoopbackServer server(timed.script());
  CrawlOptions options = quick_options();
  options.retries = 0;
  const CrawlRun run = crawl({server.url()}, options);
  EXPECT_EQ(run.page(server.url("/busy"))->row.status, 503);
  EXPECT_EQ(run.fetched("/real/"), 1u);
  EXPECT_GE(timed.least_gap("/busy"), std::chrono::seconds(1));
}

TEST_F(CrawlerPolite, ManyRetriesDoNotWaitForEver) {
  LoopbackServer server(serve({{"/", html_answer("", {}, "503 Service Unavailable")}}));
  CrawlOptions options = quick_options();
  options.retries = 60;  // each pause is four times as long: the last would overflow
  options.max_wait = std::chrono::seconds(0);
  EXPECT_EQ(crawl({server.url()}, options).count(State::kStatus), 1u);
  EXPECT_EQ(times_asked(server, "/"), 61);
}

TEST_F(CrawlerPolite, AHostThatIsDownIsLeft) {
  Site site = real_pages(100);
  for (auto& [target, answer] : site) {
    if (target != "/") answer = html_answer("", {}, "503 Service Unavailable");
  }
  LoopbackServer server(serve(site));
  CrawlOptions options = quick_options();
  options.retries = 0;
  const CrawlRun run = crawl({server.url()}, options);
  EXPECT_EQ(run.count(State::kStatus), 10u);
  EXPECT_EQ(run.report.waiting, 90u);
  ASSERT_EQ(run.report.hosts_left.size(), 1u);
  EXPECT_NE(run.report.hosts_left.begin()->second.find("status 503"), std::string::npos);
}

TEST_F(CrawlerPolite, ARowOfBrokenPagesIsNoHostThatIsDown) {
  Site site = real_pages(30);
  for (int i = 5; i < 25; ++i) {
    site["/real/" + std::to_string(i) + ".html"] = html_answer("", {}, "500 Internal Server Error");
  }
  LoopbackServer server(serve(site));
  CrawlOptions options = quick_options();
  options.retries = 0;
  EXPECT_EQ(crawl({server.url()}, options).fetched("/real/"), 10u);
}

TEST_F(CrawlerPolite, AnAnswerThatEndsBeforeItsBodyBeginsIsAskedForAgain) {
  std::atomic<int> asked = 0;
  const Site site = real_pages(3);
  LoopbackServer server(test::on_request([&](Connection& c, const std::string& target) {
    if (target == "/real/2.html" && asked++ < 2) {
      c.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100\r\n\r\n");
      c.close();
      return;
    }
    c.send(site.contains(target) ? site.at(target) : html_answer("", {}, "404 Not Found"));
  }));
  EXPECT_EQ(crawl({server.url()}).fetched("/real/"), 3u);
  EXPECT_EQ(asked, 3);
}

TEST_F(CrawlerPolite, ABusyRobotsTxtIsAskedForAgain) {
  std::atomic<int> asked = 0;
  LoopbackServer server(with_robots(3, [&](Connection& c) {
    c.send(asked++ == 0 ? html_answer("", "Retry-After: 1\r\n", "429 Too Many Requests")
                        : html_answer("User-agent: *\nDisallow: /real/\n"));
  }));
  const auto start = Clock::now();
  EXPECT_EQ(crawl({server.url()}).count(State::kRefused), 3u);
  EXPECT_GE(Clock::now() - start, std::chrono::seconds(1));
  EXPECT_EQ(asked, 2);
}

TEST_F(CrawlerPolite, ARobotsTxtThatStaysBusyIsNoneAsTheStandardSays) {
  LoopbackServer server(
      with_robots(3, [](Connection& c) { c.send(html_answer("", {}, "429 Too Many Requests")); }));
  EXPECT_EQ(crawl({server.url()}).count(State::kPage), 4u);
  EXPECT_EQ(times_asked(server, "/robots.txt"), 3);
}

TEST_F(CrawlerPolite, ARobotsTxtThatBreaksOffForbidsAllForNow) {
  LoopbackServer server(with_robots(3, [](Connection& c) {
    c.send("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nUser-agent: *\nDisallow: /x\n");
    c.close();
  }));
  const CrawlRun run = crawl({server.url()});
  EXPECT_EQ(run.count(State::kWaiting), 1u);
  EXPECT_EQ(run.report.hosts_left.size(), 1u);
  EXPECT_EQ(server.requests(), 3);
  EXPECT_EQ(times_asked(server, "/robots.txt"), 3);
}

TEST_F(CrawlerPolite, ARobotsTxtThatNeverEndsForbidsAllForNow) {
  LoopbackServer server(with_robots(3, [](Connection& c) {
    c.send("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nUser-agent: *\nDisallow: /x\n");
    c.pause(std::chrono::seconds(10));
  }));
  CrawlOptions options = quick_options();
  options.fetch.limits.total = milliseconds(300);
  options.retries = 0;
  const CrawlRun run = crawl({server.url()}, options);
  EXPECT_EQ(run.count(State::kWaiting), 1u);
  EXPECT_EQ(server.requests(), 1);
}

TEST_F(CrawlerPolite, ARobotsTxtInAnUnknownCodingForbidsAllForNow) {
  LoopbackServer server(with_robots(3, [](Connection& c) {
    c.send(html_answer("User-agent: *\nDisallow: /real/\n", "Content-Encoding: secret\r\n"));
  }));
  EXPECT_EQ(crawl({server.url()}).count(State::kPage), 0u);
}

TEST_F(CrawlerPolite, RedirectsOfRobotsTxtAreRelativeToWhereTheyAre) {
  LoopbackServer other(
      serve({{"/rules/first", redirect_to("second")},
             {"/rules/second", html_answer("User-agent: *\nDisallow: /real/\n")}}));
  Site site = real_pages(3);
  site["/robots.txt"] = redirect_to(other.url("/rules/first"));
  LoopbackServer server(serve(site));
  EXPECT_EQ(crawl({server.url()}).count(State::kRefused), 3u);
}

TEST_F(CrawlerPolite, ALimitOnPagesCutsNoRobotsTxt) {
  Site site = real_pages(3);
  site["/robots.txt"] =
      html_answer("#" + std::string(5000, '-') + "\nUser-agent: *\nDisallow: /real/\n");
  LoopbackServer server(serve(site));
  CrawlOptions options = quick_options();
  options.fetch.limits.body_bytes = 1000;
  EXPECT_EQ(crawl({server.url()}, options).count(State::kRefused), 3u);
}

TEST_F(CrawlerPolite, ManyPagesThatRobotsTxtForbidsKeepNoOtherHostWaiting) {
  Site site = real_pages(2500);
  site["/robots.txt"] = html_answer("User-agent: *\nDisallow: /real/\n");
  LoopbackServer server(serve(site));
  LoopbackServer other(serve(real_pages(5)));
  const CrawlRun run = crawl({server.url(), other.url()});
  EXPECT_EQ(run.count(State::kRefused), 2500u);
  EXPECT_EQ(run.count(State::kPage), 1u + 6);
}

}  // namespace
}  // namespace pagekin::crawl
