#include "pagekin/crawl/crawler.h"

#include <algorithm>
#include <atomic>
#include <memory>

#include "pagekin/core/error.h"
#include "pagekin/input/read_pages.h"

#include "crawl/crawling.h"

namespace pagekin::crawl {
namespace {

using store::State;
using test::CrawlRun, test::html_answer, test::link_to, test::LoopbackServer, test::quick_options,
    test::real_pages, test::redirect_to, test::serve, test::Site;

using Crawler = test::CrawlTest;

TEST_F(Crawler, FollowsLinksBreadthFirstAndKeepsWhereTheyWere) {
  LoopbackServer server(serve({
      {"/", html_answer("<nav>" + link_to("/a") + link_to("/b") + "</nav>")},
      {"/a", html_answer("<p>" + link_to("c#part") + link_to("/b"))},
      {"/b", html_answer("<div>" + link_to("/c") + link_to("/d") + "</div>")},
      {"/c", html_answer("<p>c")},
      {"/d", html_answer(link_to("http://elsewhere.example/") + link_to("mailto:me@x.example"))},
  }));
  const CrawlRun run = crawl({server.url()});
  std::vector<std::string> urls;
  std::vector<int> depths;
  for (const auto& page : run.pages) {
    urls.push_back(page.url);
    depths.push_back(page.row.found.depth);
    EXPECT_EQ(page.row.state, State::kPage) << page.url;
  }
  EXPECT_EQ(urls, (std::vector{server.url(), server.url("/a"), server.url("/b"), server.url("/c"),
                               server.url("/d")}));
  EXPECT_EQ(depths, (std::vector{0, 1, 1, 2, 2}));
  EXPECT_EQ(server.targets(),
            (std::vector<std::string>{"/robots.txt", "/", "/a", "/b", "/c", "/d"}));
  EXPECT_EQ(run.report.requests, 6u);

  const auto reader = store::CrawlReader::open(store_);
  EXPECT_EQ(reader->xpath(run.page(server.url("/b"))->row.found.xpath), "/html/body/nav/a[2]");
  // The first link to /c is on /a, and none of the links to it is lost.
  EXPECT_EQ(run.page(server.url("/c"))->row.found.parent, run.page(server.url("/a"))->row.id);
  EXPECT_EQ(reader->xpath(run.page(server.url("/c"))->row.found.xpath), "/html/body/p/a[1]");
  const auto links = reader->links_of(run.page(server.url("/b"))->row.id);
  ASSERT_EQ(links.size(), 2u);
  EXPECT_EQ(reader->url(links[0].target), server.url("/c"));
  EXPECT_EQ(reader->xpath(links[0].xpath), "/html/body/div/a[1]");
  EXPECT_EQ(reader->url(reader->links_of(5).at(0).target), "http://elsewhere.example/");
}

TEST_F(Crawler, FetchesNothingAgainWhenItGoesOn) {
  LoopbackServer server(serve(real_pages(20)));
  CrawlOptions options = quick_options();
  options.max_pages = 5;
  const CrawlRun first = crawl({server.url()}, options);
  EXPECT_EQ(first.count(State::kPage), 5u);
  EXPECT_EQ(first.report.stopped_by, "max_pages");
  EXPECT_EQ(first.report.waiting, 16u);
  options.max_pages = 0;
  const CrawlRun second = crawl({}, options);
  EXPECT_EQ(second.count(State::kPage), 21u);
  EXPECT_EQ(second.report.waiting, 0u);
  std::vector<std::string> targets = server.targets();
  std::erase(targets, "/robots.txt");
  EXPECT_EQ(targets.size(), 21u);
  std::sort(targets.begin(), targets.end());
  EXPECT_EQ(std::unique(targets.begin(), targets.end()), targets.end());
}

// What a page answers that fails at first.
LoopbackServer::Script serve_failing(Site site, const std::string& target,
                                     const std::string& failure, int failures) {
  auto left = std::make_shared<std::atomic<int>>(failures);
  return test::on_request(
      [=, site = std::move(site)](test::Connection& connection, const std::string& asked) {
        const auto found = site.find(asked);
        if (asked == target && (*left)-- > 0) {
          connection.send(failure);
        } else {
          connection.send(found != site.end() ? found->second
                                              : html_answer("<p>no", {}, "404 Not Found"));
        }
      });
}

TEST_F(Crawler, AsksAgainForFailedPagesWhenItGoesOn) {
  const std::string failure = html_answer("<p>busy", {}, "503 Service Unavailable");
  LoopbackServer server(serve_failing(real_pages(4), "/real/2.html", failure, 2));
  CrawlOptions options = quick_options();
  options.retries = 0;
  const CrawlRun first = crawl({server.url()}, options);
  EXPECT_EQ(first.page(server.url("/real/2.html"))->row.state, State::kStatus);
  EXPECT_EQ(first.report.may_be_tried_again, 1u);
  EXPECT_EQ(first.report.tried_again, 0u);
  const CrawlRun second = crawl({}, options);
  EXPECT_EQ(second.report.tried_again, 1u);
  EXPECT_EQ(second.page(server.url("/real/2.html"))->row.state, State::kStatus);
  const CrawlRun third = crawl({}, options);
  EXPECT_EQ(third.page(server.url("/real/2.html"))->row.state, State::kPage);
  EXPECT_EQ(third.report.may_be_tried_again, 0u);
  const CrawlRun fourth = crawl({}, options);
  EXPECT_EQ(fourth.report.requests, 0u) << "nothing is left to do";
}

TEST_F(Crawler, GivesUpAFailedPageAfterSomeRuns) {
  const std::string failure = html_answer("<p>busy", {}, "500 Internal Server Error");
  LoopbackServer server(serve_failing(real_pages(4), "/real/2.html", failure, 1000));
  CrawlOptions options = quick_options();
  options.retries = 0;
  options.retry_failed = 2;
  crawl({server.url()}, options);
  for (int run = 0; run < 5; ++run) {
    const CrawlRun next = crawl({}, options);
    EXPECT_EQ(next.report.tried_again, run < 2 ? 1u : 0u) << run;
    EXPECT_EQ(next.report.may_be_tried_again, run < 1 ? 1u : 0u) << run;
  }
  const std::vector<std::string> targets = server.targets();
  EXPECT_EQ(std::count(targets.begin(), targets.end(), "/real/2.html"), 3);
}

TEST_F(Crawler, DoesNotAskAgainForWhatIsNoPage) {
  Site site = real_pages(2, link_to("/missing") + link_to("/loop") + link_to("/image"));
  site["/loop"] = redirect_to("/loop");
  site["/image"] = test::http_answer("GIF89a", "Content-Type: image/gif\r\n", "200 OK");
  LoopbackServer server(serve(site));
  const CrawlRun first = crawl({server.url()});
  EXPECT_EQ(first.count(State::kFailed), 1u);
  EXPECT_EQ(first.report.may_be_tried_again, 0u);
  EXPECT_EQ(crawl({}).report.requests, 0u);
}

TEST_F(Crawler, TellsHowMuchOfItsGoalIsReached) {
  LoopbackServer server(serve(real_pages(20)));
  CrawlOptions options = quick_options();
  options.seeds = {server.url()};
  options.max_pages = 5;
  Progress progress;
  CrawlReport report;
  const auto writer = store::CrawlWriter::open(store_);
  crawl::crawl(options, *writer, report, &progress);
  EXPECT_EQ(progress.goal, 5u);
  EXPECT_EQ(progress.reached, 5u);
  options.max_pages = 8;
  crawl::crawl(options, *writer, report, &progress);
  EXPECT_EQ(progress.goal, 8u);
  EXPECT_EQ(progress.reached, 8u);
}

TEST_F(Crawler, ObeysRobotsTxt) {
  Site site = real_pages(3, link_to("/secret/1") + link_to("/open"));
  site["/robots.txt"] = html_answer("User-agent: pagekin\nDisallow: /secret/\n");
  site["/open"] = html_answer("<p>o");
  LoopbackServer server(serve(site));
  const CrawlRun run = crawl({server.url()});
  EXPECT_EQ(run.page(server.url("/secret/1"))->row.state, State::kRefused);
  EXPECT_EQ(run.page(server.url("/secret/1"))->reason, "robots.txt");
  EXPECT_EQ(run.count(State::kPage), 5u);
  EXPECT_EQ(std::ranges::count(server.targets(), "/secret/1"), 0);
}

TEST_F(Crawler, RecordsRedirectsAndReachesTheirTargetsThroughTheSameLink) {
  LoopbackServer server(serve({{"/", html_answer("<p>" + link_to("/old"))},
                               {"/old", redirect_to("/new")},
                               {"/new", html_answer("<p>n")}}));
  const CrawlRun run = crawl({server.url()});
  const auto* from = run.page(server.url("/old"));
  const auto* to = run.page(server.url("/new"));
  ASSERT_TRUE(from != nullptr && to != nullptr);
  EXPECT_EQ(from->row.state, State::kRedirect);
  EXPECT_EQ(from->row.status, 302);
  EXPECT_EQ(from->row.redirect, to->row.found.url);
  EXPECT_EQ(to->row.state, State::kPage);
  EXPECT_EQ(to->row.found.xpath, from->row.found.xpath);
  EXPECT_EQ(to->row.found.parent, from->row.id);
  EXPECT_TRUE(to->row.found.by_redirect);
  EXPECT_EQ(to->row.found.depth, 1);
}

TEST_F(Crawler, FollowsASeedToTheHostItLeadsTo) {
  LoopbackServer home(serve(real_pages(3)));
  LoopbackServer moved(serve({{"/", redirect_to(home.url())}}));
  const CrawlRun run = crawl({moved.url()});
  EXPECT_EQ(run.count(State::kPage), 4u);
  // This still holds when the crawl is continued.
  EXPECT_EQ(crawl({}).count(State::kPage), 4u);
}

TEST_F(Crawler, DoesNotLeaveTheSiteByRedirect) {
  LoopbackServer other(serve(real_pages(3)));
  LoopbackServer server(
      serve({{"/", html_answer(link_to("/out"))}, {"/out", redirect_to(other.url())}}));
  const CrawlRun run = crawl({server.url()});
  EXPECT_EQ(other.requests(), 0);
  EXPECT_EQ(run.page(server.url("/out"))->row.state, State::kRedirect);
  EXPECT_EQ(run.page(server.url("/out"))->reason, "leads to another site");
}

TEST_F(Crawler, KeepsWhatIsNoPageAsSuch) {
  LoopbackServer server(serve({
      {"/", html_answer(link_to("/pdf") + link_to("/gone") + link_to("/empty"))},
      {"/pdf", test::http_answer("%PDF-1.4", "Content-Type: application/pdf\r\n")},
      {"/empty", html_answer("")},
  }));
  const CrawlRun run = crawl({server.url()});
  EXPECT_EQ(run.page(server.url("/pdf"))->row.state, State::kNotPage);
  EXPECT_EQ(run.page(server.url("/pdf"))->reason, "media type application/pdf");
  EXPECT_EQ(run.page(server.url("/gone"))->row.state, State::kStatus);
  EXPECT_EQ(run.page(server.url("/gone"))->row.status, 404);
  EXPECT_EQ(run.page(server.url("/empty"))->row.state, State::kNotPage);
}

TEST_F(Crawler, HasLimitsAndPatterns) {
  LoopbackServer server(serve(real_pages(20)));
  CrawlOptions options = quick_options();
  options.scope.exclude = {"/real/1"};
  options.scope.include = {"[0-9]\\.html$"};
  const CrawlRun run = crawl({server.url()}, options);
  EXPECT_EQ(run.count(State::kPage), 1u + 9);  // not 1, nor 10 to 19
  EXPECT_THROW(
      {
        options.scope.include = {"("};
        crawl({server.url()}, options);
      },
      Error);

  store_ += "2";
  options = quick_options();
  options.max_depth = 1;
  LoopbackServer chain(serve({{"/", html_answer(link_to("/1"))},
                              {"/1", html_answer(link_to("/2"))},
                              {"/2", html_answer(link_to("/3"))}}));
  const CrawlRun shallow = crawl({chain.url()}, options);
  EXPECT_EQ(shallow.count(State::kPage), 2u);
  EXPECT_EQ(shallow.report.not_followed.at("deeper than option `max_depth`").count, 1u);
}

TEST_F(Crawler, RefusesASeedThatIsNoAddress) {
  EXPECT_THROW(crawl({"ftp://example.org/"}), Error);
  EXPECT_THROW(crawl({"nonsense"}), Error);
}

TEST_F(Crawler, FetchesNothingFromInsideANetworkUnlessTold) {
  LoopbackServer server(serve(real_pages(1)));
  CrawlOptions options = quick_options();
  options.fetch.allow_private = false;
  const CrawlRun run = crawl({server.url()}, options);
  EXPECT_EQ(server.connections(), 0);
  EXPECT_EQ(run.count(State::kPage), 0u);
  EXPECT_EQ(run.report.hosts_left.size(), 1u);
}

TEST_F(Crawler, AsksAHostOneThingAtATimeWithADelay) {
  std::atomic<int> at_once = 0;
  std::atomic<int> most = 0;
  const Site site = real_pages(3);
  LoopbackServer server(test::on_request([&](test::Connection& c, const std::string& target) {
    most = std::max<int>(most, ++at_once);
    c.pause(std::chrono::milliseconds(5));
    --at_once;
    c.send(site.contains(target) ? site.at(target) : html_answer("", {}, "404 Not Found"));
  }));
  CrawlOptions options = quick_options();
  options.delay = std::chrono::milliseconds(50);
  const auto start = std::chrono::steady_clock::now();
  const CrawlRun run = crawl({server.url()}, options);
  EXPECT_EQ(run.count(State::kPage), 4u);
  EXPECT_EQ(most, 1);
  EXPECT_EQ(server.connections(), 1);
  // robots.txt and four pages: at least four delays.
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(200));
}

TEST_F(Crawler, PutsPagesOfFullTemplatesLast) {
  // 30 items found before 3 articles, which have another template and stand at another place.
  Site site;
  std::string start = "<ul>";
  for (int i = 0; i < 30; ++i) {
    const std::string target = "/item/" + std::to_string(i);
    start += "<li>" + link_to(target);
    site[target] = html_answer("<div><h1>i</h1><ul><li>a<li>b<li>c</ul><p>x<p>y<p>z</div>");
  }
  start += "</ul><div>";
  for (int i = 0; i < 3; ++i) {
    const std::string target = "/article/" + std::to_string(i);
    start += "<p>" + link_to(target);
    site[target] = html_answer(
        "<table><tr><td>a<td>b<tr><td>c<td>d</table><form><input><select><option>1</select></form>"
        "<section><h2>t</h2><pre>p</pre><hr><img></section>");
  }
  site["/"] = html_answer(start + "</div>");
  LoopbackServer server(serve(site));
  CrawlOptions options = quick_options();
  options.max_per_template = 5;
  options.max_pages = 12;
  const CrawlRun run = crawl({server.url()}, options);
  EXPECT_EQ(run.fetched("/article/"), 3u);
  EXPECT_EQ(run.fetched("/item/"), 8u);
  // Pages put last are not lost, and are still last when the crawl is continued.
  options.max_pages = 0;
  EXPECT_EQ(crawl({}, options).count(State::kPage), 34u);
}

TEST_F(Crawler, WritesAWarcFileThatGoesOnWithTheCrawl) {
  LoopbackServer server(serve(real_pages(6)));
  CrawlOptions options = quick_options();
  options.warc = (directory_.path() / "crawl.warc.gz").string();
  options.max_pages = 3;
  crawl({server.url()}, options);
  {  // As if it had been killed in the middle of a record.
    std::ofstream(options.warc, std::ios::app | std::ios::binary) << "\x1f\x8b half a record";
  }
  options.max_pages = 0;
  crawl({}, options);
  struct Pages final : input::PageConsumer, input::PageBatch {
    std::unique_ptr<input::PageBatch> open_batch() override {
      struct Forward final : input::PageBatch {
        explicit Forward(Pages& to) : all(&to) {}
        void add(const Page& page, const Incident* limited) override { all->add(page, limited); }
        void skip(Incident incident) override { all->skip(std::move(incident)); }
        Pages* all;
      };
      return std::make_unique<Forward>(*this);
    }
    void commit(input::PageBatch&) override {}
    void add(const Page& page, const Incident* limited) override {
      EXPECT_EQ(limited, nullptr);
      ids.emplace_back(page.id);
    }
    void skip(Incident incident) override { ADD_FAILURE() << to_text(incident); }
    std::vector<std::string> ids;
  } pages;
  input::read_pages(std::vector{options.warc}, {.verify_digests = true, .threads = 1}, pages);
  EXPECT_EQ(pages.ids.size(), 7u);
  EXPECT_EQ(pages.ids.front(), server.url());
}

TEST_F(Crawler, OverwritesNoArchiveOfAnother) {
  LoopbackServer server(serve(real_pages(2)));
  CrawlOptions options = quick_options();
  options.warc = (directory_.path() / "crawl.warc").string();
  crawl({server.url()}, options);
  const auto size = std::filesystem::file_size(options.warc);
  store_ += "2";
  EXPECT_THROW(crawl({server.url()}, options), Error);
  EXPECT_EQ(std::filesystem::file_size(options.warc), size);
  EXPECT_EQ(server.requests(), 4);
}

TEST_F(Crawler, CountsWhatWaitsAlsoIfItThrows) {
  LoopbackServer server(serve({{"/robots.txt", html_answer("", {}, "503 Service Unavailable")}}));
  CrawlOptions options = quick_options();
  options.seeds = {server.url()};
  CrawlReport report;
  const auto writer = store::CrawlWriter::open(store_);
  EXPECT_THROW(crawl::crawl(options, *writer, report, nullptr,
                            [](const std::string& note) { throw Error(note); }),
               Error);
  EXPECT_EQ(report.waiting, 1u);
}

TEST_F(Crawler, PutsSeedsLastByTheirShapeOnly) {
  // Three seeds of one kind fill their template; the one of another kind comes before the rest.
  Site site;
  std::vector<std::string> seeds;
  for (int i = 0; i < 6; ++i) {
    site["/item/" + std::to_string(i)] = html_answer("<div><h1>i</h1><p>x<p>y<p>z</div>");
  }
  site["/other"] = html_answer("<table><tr><td>a<td>b</table><form><input></form>");
  LoopbackServer server(serve(site));
  for (const auto& [target, answer] : site) seeds.push_back(server.url(target));
  CrawlOptions options = quick_options();
  options.max_per_template = 2;
  options.max_pages = 3;
  EXPECT_EQ(crawl(seeds, options).fetched("/other"), 1u);
}

TEST_F(Crawler, RefusesAStoreThatWasImported) {
  {
    const auto writer = store::CrawlWriter::open(store_);
    writer->transact([&] { writer->set_meta("origin", "import"); });
  }
  EXPECT_THROW(crawl({"http://127.0.0.1:1/"}), Error);
}

}  // namespace
}  // namespace pagekin::crawl
