// A breadth-first crawl of sites into a store that also records where each link stands.
//
// The crawl starts at the seeds and follows the links of each page, in document order, to all
// pages of the same sites. It sends one request at a time to a host, in the order in which its
// pages were found, with a delay between requests; it works on many hosts at a time. It does not
// fetch what robots.txt forbids.
//
// The outcome of a page, its links, and the pages found on it are written in one transaction,
// before the next request to its host. So a crawl can end in any way, and the same call continues
// it: nothing that was written is lost. Requests that were under way are repeated, and so are pages
// that had failed for a reason that may have passed, in up to retry_failed later runs.
//
// Redirects are pages of their own in the store. Their target counts as reached through the link
// that led to the redirect. If a seed redirects to another host, that host is crawled.
//
// The crawl of an endless site ends: addresses that only such sites have (traps.h) are not
// followed, and a chain of pages is cut after max_run pages that led to nothing but pages with
// the same shape of address.
//
// Cost: one thread; memory of the store's writer, 60 bytes a known page and 40 a waiting one.
// Order: with one host, equal sites give equal stores, except for times. With several hosts the
// order depends on when their answers arrive.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "pagekin/core/progress.h"
#include "pagekin/crawl.h"
#include "pagekin/crawl/clean_address.h"
#include "pagekin/crawl/fetcher.h"
#include "pagekin/crawl/scope.h"
#include "pagekin/crawl/traps.h"
#include "pagekin/dom/links.h"
#include "pagekin/store/crawl_store.h"

namespace pagekin::crawl {

struct CrawlOptions {
  std::vector<std::string> seeds;  // empty: continue with the pages that wait in the store
  FetchOptions fetch;
  std::string product_token = "pagekin";  // the crawler's name in robots.txt
  CleanRules clean;
  TrapLimits traps;
  ScopeRules scope;
  dom::LinkLimits links;

  std::chrono::milliseconds delay{1000};  // between two requests to a host
  std::size_t connections = 16;           // at a time, to all hosts together
  int retries = 2;                        // of a request that may succeed later
  // Before the first retry; each further retry waits four times as long.
  std::chrono::milliseconds retry_delay{1000};
  int retry_failed = 3;  // later runs that ask again for a page that failed
  // A host that asks for a longer pause is given up in this run.
  std::chrono::seconds max_wait{300};
  int max_redirects = 20;  // in a chain

  std::uint64_t max_pages = 0;  // in the store; 0: no limit, as for all of these
  std::uint64_t max_pages_per_host = 0;
  std::uint64_t max_bytes = 0;         // of pages in the store
  std::int32_t max_depth = 0;          // links from a seed
  std::chrono::seconds max_time{0};    // of this run
  std::int32_t max_run = 1000;         // see above: pages in a chain
  std::uint32_t max_per_template = 0;  // see template_budget.h

  bool keep_documents = false;  // also bodies of PDF, office files, mail and images
  std::string warc;             // also write all answers to this file; empty: none
};

using pagekin::CrawlReport;
using pagekin::NotFollowed;

// Called with a line of text for the user while the crawl runs.
using Note = std::function<void(const std::string&)>;

// Throws OptionError if an option is wrong. Opens nothing.
void check(const CrawlOptions& options);

// Fills `report`, also before it throws. Throws the errors of check(), of the store and of
// files.
void crawl(const CrawlOptions& options, store::CrawlWriter& store, CrawlReport& report,
           Progress* progress = nullptr, const Note& note = {});

}  // namespace pagekin::crawl
