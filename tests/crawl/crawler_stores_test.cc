// Crawls one site into both databases: their contents are equal, even if a database server goes
// away during the crawl.
#include <condition_variable>
#include <csignal>
#include <future>
#include <mutex>
#include <set>
#include <string>

#include <fmt/format.h>

#include "pagekin/core/error.h"

#include "crawl/crawling.h"
#include "support/postgresql.h"

namespace pagekin::crawl {
namespace {

using test::Connection, test::html_answer, test::link_to, test::LoopbackServer,
    test::PostgresqlServer, test::quick_options, test::redirect_to, test::Site;

constexpr int kStoredPages = 60;

// A tree of pages with everything that a crawl can meet, including hostile text.
Site strange_site() {
  using namespace std::string_literals;
  Site site;
  site["/"] = html_answer("<ul>" + link_to("/p/1") + link_to("/p/2") + "</ul>" + link_to("/old") +
                          link_to("/gone") + link_to("/pdf") + link_to("/secret/1") +
                          link_to("/nul") + link_to("http://elsewhere.example/'; DROP TABLE--"));
  for (int i = 1; i <= kStoredPages; ++i) {
    std::string body = fmt::format("<h1>{}</h1><div class=\"a'b\">", i);
    for (const int next : {2 * i + 1, 2 * i + 2}) {
      if (next <= kStoredPages) body += "<p>" + link_to(fmt::format("/p/{}", next));
    }
    site[fmt::format("/p/{}", i)] =
        html_answer(body + "</div>" + std::string(static_cast<std::size_t>(i), 'x'));
  }
  site["/old"] = redirect_to("/new");
  site["/new"] = html_answer("<p>n");
  site["/pdf"] = test::http_answer("%PDF",
                                   "Content-Type: application/p\xFF"
                                   "df\r\n");
  site["/nul"] = html_answer("<p>\0\xFF\xFE<a href='/p\0q\xFF'>"s + link_to("/x\xC3"),
                             "Content-Language: \xFF\r\n");
  site["/robots.txt"] = html_answer("User-agent: *\nDisallow: /secret/\n");
  return site;
}

// Everything in a store except times.
std::vector<std::string> contents(const std::string& store) {
  const auto reader = store::CrawlReader::open(store);
  std::vector<std::string> all;
  std::vector<std::int64_t> pages;
  reader->read_rows([&](const store::PageRow& row) {
    pages.push_back(row.id);
    all.push_back(fmt::format("page {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {}", row.id,
                              row.url, row.found.parent, row.found.xpath, row.found.depth,
                              row.found.run, row.found.by_redirect, static_cast<int>(row.state),
                              row.status, row.redirect, row.bytes, row.limited, row.charset,
                              row.media_type, row.reason, row.fingerprint));
  });
  for (const std::int64_t page : pages) {
    for (const store::StoredLink& link : reader->links_of(page)) {
      all.push_back(fmt::format("link {} {} {} {}", page, reader->url(link.target),
                                reader->xpath(link.xpath), link.nofollow));
    }
  }
  reader->read_bodies(1, reader->place_count() + 1,
                      [&](const store::PageRow& row, std::string_view body) {
                        all.push_back(fmt::format("body {} {}", row.id, body));
                      });
  reader->read_urls([&](std::int64_t id, std::string_view url) {
    all.push_back(fmt::format("url {} {}", id, url));
  });
  for (const store::HostSummary& host : reader->summarise(3)) {
    all.push_back(fmt::format("host {} {} {} {} {}", host.host, host.pages, host.bytes, host.xpaths,
                              host.xpaths_above));
  }
  return all;
}

class CrawlerStores : public test::CrawlTest {
 protected:
  using OnRequest = std::function<void(int number)>;

  CrawlerStores()
      : server_(test::on_request([this](Connection& c, const std::string& target) {
          note_request();
          const auto found = site_.find(target);
          c.send(found != site_.end() ? found->second : html_answer("", {}, "404 Not Found"));
        })) {}

  // The contents that an undisturbed crawl writes to a file.
  std::vector<std::string> expected() {
    crawl({server_.url()});
    const std::lock_guard lock(mutex_);
    number_ = 0;
    return contents(store_);
  }

  void crawl_into(const std::string& store) {
    CrawlReport report;
    CrawlOptions options = quick_options();
    options.seeds = {server_.url()};
    crawl::crawl(options, *store::CrawlWriter::open(store), report);
  }

  void at_each_request(OnRequest work) {
    const std::lock_guard lock(mutex_);
    on_request_ = std::move(work);
  }

  void pause_at(std::set<int> requests) {
    const std::lock_guard lock(mutex_);
    pauses_ = std::move(requests);
  }

  // Restarts the database whenever a request has reached a pause. The thread of the test does
  // this, because the database ends with the thread that started it.
  void restart_at_pauses(int signal) {
    for (std::size_t i = 0; i < pauses_.size(); ++i) {
      std::unique_lock lock(mutex_);
      if (!changed_.wait_for(lock, std::chrono::seconds(20), [&] { return is_paused_; })) {
        ADD_FAILURE() << "no such request";
        return;
      }
      PostgresqlServer::get()->restart(signal);
      is_paused_ = false;
      changed_.notify_all();
    }
  }

  // After the first `from` requests nothing except robots.txt was fetched twice.
  void expect_each_once(std::size_t from) const {
    const std::vector<std::string> targets = server_.targets();
    std::multiset<std::string> asked(targets.begin() + static_cast<std::ptrdiff_t>(from),
                                     targets.end());
    asked.erase("/robots.txt");
    for (const std::string& target : asked) EXPECT_EQ(asked.count(target), 1u) << target;
  }

  const Site site_ = strange_site();
  OnRequest on_request_;
  int number_ = 0;  // of the request
  std::mutex mutex_;
  std::condition_variable changed_;
  std::set<int> pauses_;
  bool is_paused_ = false;
  LoopbackServer server_;  // declared last, so it ends first

 private:
  void note_request() {
    std::unique_lock lock(mutex_);
    ++number_;
    if (on_request_) on_request_(number_);
    if (!pauses_.contains(number_)) return;
    is_paused_ = true;
    changed_.notify_all();
    changed_.wait(lock, [&] { return !is_paused_; });
  }
};

TEST_F(CrawlerStores, HoldTheSame) {
  PAGEKIN_NEEDS_POSTGRESQL();
  const auto in_file = expected();
  EXPECT_GT(in_file.size(), 200u);
  const std::string database = PostgresqlServer::get()->new_store();
  crawl_into(database);
  EXPECT_EQ(contents(database), in_file);
}

TEST_F(CrawlerStores, HoldTheSameIfConnectionsAreLost) {
  PAGEKIN_NEEDS_POSTGRESQL();
  const auto in_file = expected();
  const std::size_t before = server_.targets().size();
  const std::string database = PostgresqlServer::get()->new_store();
  PostgresqlServer::get()->admin();
  std::int64_t lost = 0;
  at_each_request([&](int number) {
    if (number % 2 == 0) lost += PostgresqlServer::get()->end_connections();
  });
  crawl_into(database);
  at_each_request({});
  EXPECT_GE(lost, 30);
  EXPECT_EQ(contents(database), in_file);
  expect_each_once(before);
}

TEST_F(CrawlerStores, HoldTheSameIfTheDatabaseIsRestarted) {
  PAGEKIN_NEEDS_POSTGRESQL();
  const auto in_file = expected();
  const std::size_t before = server_.targets().size();
  const std::string database = PostgresqlServer::get()->new_store();
  pause_at({10, 40});
  auto crawling = std::async(std::launch::async, [&] { crawl_into(database); });
  restart_at_pauses(SIGINT);
  crawling.get();
  EXPECT_EQ(contents(database), in_file);
  expect_each_once(before);
}

TEST_F(CrawlerStores, HoldTheSameInTheEndIfTheDatabaseCrashes) {
  PAGEKIN_NEEDS_POSTGRESQL();
  const auto in_file = expected();
  const std::string database = PostgresqlServer::get()->new_store();
  pause_at({30});
  // The server may have lost transactions that it had acknowledged. Then the crawl ends, and
  // another one continues.
  auto crawling = std::async(std::launch::async, [&] {
    try {
      crawl_into(database);
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("lost"), std::string::npos) << error.what();
    }
  });
  restart_at_pauses(SIGQUIT);
  crawling.get();
  crawl_into(database);
  EXPECT_EQ(contents(database), in_file);
}

}  // namespace
}  // namespace pagekin::crawl
