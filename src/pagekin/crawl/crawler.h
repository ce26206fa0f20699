// A breadth-first crawl of sites into a store that remembers where links were.
//
// From the seeds over the links of each page, in document order, to all pages of the same
// sites. A host is asked one thing at a time, in the order in which its pages were found, with
// a delay between; hosts are asked side by side. What robots.txt forbids is not fetched.
//
// What came of a page, its links, and the pages found on it are written in one transaction,
// before anything else is asked of its host. So a crawl can be ended in any way, and the same
// call goes on: nothing that was written is lost, and no more is fetched twice than was under
// way.
//
// Redirects are pages of their own in the store. The page they lead to counts as reached
// through the link that led to the redirect. Where a seed leads to another host, that host is
// followed.
//
// A site without end is left in the end: addresses that only such sites have (traps.h) are
// not followed, and neither is a row of pages that led to nothing but pages with the same
// shape of address (max_run).
//
// Cost: one thread; the store's writer, 60 bytes a known page and 40 a waiting one.
// Order: with one host equal sites give equal stores, but for times. With several the hosts'
// pages are found as they come.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/progress.h"
#include "pagekin/crawl/clean_address.h"
#include "pagekin/crawl/fetcher.h"
#include "pagekin/crawl/scope.h"
#include "pagekin/crawl/traps.h"
#include "pagekin/dom/links.h"
#include "pagekin/store/crawl_store.h"

namespace pagekin::crawl {

struct CrawlOptions {
  std::vector<std::string> seeds;  // none: go on with what waits in the store
  FetchOptions fetch;
  std::string product_token = "pagekin";  // our name in robots.txt
  CleanRules clean;
  TrapLimits traps;
  ScopeRules scope;
  dom::LinkLimits links;

  std::chrono::milliseconds delay{1000};  // between two requests to a host
  std::size_t connections = 16;           // at a time, to all hosts together
  int retries = 2;                        // of a request that may have another answer later
  std::chrono::milliseconds retry_delay{
      1000};                           // before the first; each next waits four times as long
  std::chrono::seconds max_wait{300};  // a host that asks for a longer pause is left for this time
  int max_redirects = 20;              // one after the other

  std::uint64_t max_pages = 0;  // in the store; 0: no limit, as for all of these
  std::uint64_t max_pages_per_host = 0;
  std::uint64_t max_bytes = 0;         // of pages in the store
  std::int32_t max_depth = 0;          // links from a seed
  std::chrono::seconds max_time{0};    // of this run
  std::int32_t max_run = 1000;         // see above
  std::uint32_t max_per_template = 0;  // see template_budget.h

  std::string warc;  // also write what is fetched to this file
};

// Links that were not followed, or hosts that were left, and why.
struct NotFollowed {
  std::uint64_t count = 0;
  std::string example;
};

// What one run did.
struct CrawlReport {
  std::uint64_t requests = 0;  // robots.txt included
  std::array<std::uint64_t, store::kStateCount> by_state{};
  std::uint64_t bytes = 0;                          // of pages
  std::uint64_t waiting = 0;                        // left for another run
  std::map<std::string, NotFollowed> not_followed;  // by reason
  std::map<std::string, std::string> hosts_left;    // by host: why
  std::string stopped_by;  // option that ended it, as max_pages; empty: none
};

// Called with a line for a person, while the crawl goes on.
using Note = std::function<void(const std::string&)>;

// Throws Error that says what is wrong with the options, before anything is opened.
void check(const CrawlOptions& options);

// Throws Error for what check() throws for, and what the store and files throw.
// `report` is filled also if it throws.
void crawl(const CrawlOptions& options, store::CrawlWriter& store, CrawlReport& report,
           Progress* progress = nullptr, const Note& note = {});

}  // namespace pagekin::crawl
