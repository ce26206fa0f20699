// Crawls of made-up sites that this machine serves.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/text.h"
#include "pagekin/crawl/crawler.h"
#include "pagekin/store/crawl_store.h"

#include "support/loopback_server.h"
#include "support/temp_dir.h"

namespace pagekin::test {

inline std::string link_to(const std::string& target) { return "<a href=\"" + target + "\">x</a>"; }

inline std::string html_answer(const std::string& body, std::string_view headers = {},
                               std::string_view status = "200 OK") {
  return http_answer(body, "Content-Type: text/html\r\n" + std::string(headers), status);
}

inline std::string redirect_to(const std::string& target) {
  return http_answer("", "Location: " + target + "\r\n", "302 Found");
}

// Answers by target. All other targets are not found, also robots.txt if it is not listed.
using Site = std::map<std::string, std::string>;

inline LoopbackServer::Script serve(Site site) {
  return on_request([site = std::move(site)](Connection& connection, const std::string& target) {
    const auto found = site.find(target);
    connection.send(found != site.end() ? found->second
                                        : html_answer("<p>no", {}, "404 Not Found"));
  });
}

// A start page that links to `count` pages, which link back to it.
inline Site real_pages(int count, const std::string& more_on_start = {}) {
  Site site;
  std::string start = more_on_start + "<ul>";
  for (int i = 1; i <= count; ++i) {
    const std::string target = "/real/" + std::to_string(i) + ".html";
    start += "<li>" + link_to(target);
    site[target] = html_answer("<h1>" + std::to_string(i) + "</h1>" + link_to("/"));
  }
  site["/"] = html_answer(start + "</ul>");
  return site;
}

struct StoredPage {
  std::string url;
  store::PageRow row;  // its views are not valid
  std::string reason;
};

struct CrawlRun {
  crawl::CrawlReport report;
  std::vector<StoredPage> pages;
  std::vector<std::string> notes;

  const StoredPage* page(const std::string& url) const {
    for (const StoredPage& page : pages) {
      if (page.url == url) return &page;
    }
    return nullptr;
  }
  std::size_t count(store::State state) const {
    std::size_t sum = 0;
    for (const StoredPage& page : pages) sum += page.row.state == state ? 1 : 0;
    return sum;
  }
  // The number of pages with a body whose address contains `part`.
  std::size_t fetched(const std::string& part) const {
    std::size_t sum = 0;
    for (const StoredPage& page : pages) {
      sum += page.row.state == store::State::kPage && page.url.find(part) != page.url.npos ? 1 : 0;
    }
    return sum;
  }
};

inline crawl::CrawlOptions quick_options() {
  crawl::CrawlOptions options;
  options.fetch.allow_private = true;
  options.fetch.limits.total = std::chrono::seconds(20);
  options.delay = std::chrono::milliseconds(0);
  options.retry_delay = std::chrono::milliseconds(1);
  return options;
}

inline std::vector<StoredPage> pages_of(store::CrawlReader& reader) {
  std::vector<StoredPage> pages;
  reader.read_rows([&](const store::PageRow& row) {
    pages.push_back({.url = std::string(row.url), .row = row, .reason = std::string(row.reason)});
  });
  return pages;
}

// A test with its own store, in which a crawl can be continued.
class CrawlTest : public testing::Test {
 protected:
  CrawlRun crawl(std::vector<std::string> seeds, crawl::CrawlOptions options = quick_options()) {
    CrawlRun run;
    options.seeds = std::move(seeds);
    const auto writer = store::CrawlWriter::open(store_);
    crawl::crawl(options, *writer, run.report, nullptr,
                 [&](const std::string& note) { run.notes.push_back(note); });
    run.pages = pages_of(writer->reader());
    return run;
  }

  TempDir directory_;
  std::string store_ = (directory_.path() / "crawl.db").string();
};

}  // namespace pagekin::test
