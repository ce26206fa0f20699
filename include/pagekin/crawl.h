// Crawls: the pages of sites, fetched into a store that also keeps the place of every link.
//
// A crawl obeys robots.txt, sends one request at a time to a host, with a delay between requests,
// and refuses private addresses unless they are allowed. Every page is stored when it arrives. So a
// crawl may end in any way, and the same call continues it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "pagekin/export.h"
#include "pagekin/options.h"
#include "pagekin/page.h"
#include "pagekin/run.h"
#include "pagekin/words.h"

namespace pagekin {

// Which links are followed: those to the same host, or to all hosts of the same registrable domain.
enum class SiteRule : std::uint8_t { kHost, kDomain };
template <>
struct Words<SiteRule> {
  static constexpr std::array<std::string_view, 2> all = {"host", "domain"};
};

struct CrawlOptions {
  bool keep_documents = false;
  std::string warc;  // empty: none
  SiteRule same_site = SiteRule::kHost;
  std::vector<std::string> include;  // regular expressions
  std::vector<std::string> exclude;
  std::vector<std::string> drop_parameters;
  bool sort_parameters = false;
  double delay = 1;
  std::size_t connections = 16;
  std::string contact;
  double timeout = 180;
  int retries = 2;
  double retry_delay = 1;
  int retry_failed = 3;
  std::uint64_t max_pages = 0;
  std::uint64_t max_pages_per_host = 0;
  std::uint32_t max_per_template = 0;
  std::int32_t max_depth = 0;
  std::uint64_t max_bytes = 0;
  std::int64_t max_time = 0;
  std::int32_t max_run = 1000;
  std::size_t max_page_bytes = 10'000'000;
  bool allow_private = false;
  bool accept_bad_certificates = false;
  std::vector<std::string> resolve;
  std::size_t cut_off = 100;
  std::size_t summary_width = 0;  // of the table of hosts in the result, in columns; 0: any
};

template <>
struct OptionsOf<CrawlOptions> {
  using Self = CrawlOptions;
  static constexpr auto all = std::tuple{
      option(&Self::keep_documents,
             {.name = "keep_documents",
              .help = "also keep PDF, office files, mail and images, for --tika and --via of other "
                      "commands",
              .group = "Store",
              .flag = "documents"}),
      option(&Self::warc, {.name = "warc",
                           .help = "also write the answers to FILE.warc or .warc.gz",
                           .group = "Store",
                           .value = "FILE"}),
      option(&Self::same_site, {.name = "same_site",
                                .help = "follow links to the same host, or to the same domain",
                                .group = "Addresses"}),
      option(&Self::include,
             {.name = "include",
              .help = "follow only addresses in which this regular expression is found",
              .group = "Addresses",
              .value = "REGEX"}),
      option(&Self::exclude,
             {.name = "exclude",
              .help = "do not follow addresses in which this regular expression is found",
              .group = "Addresses",
              .value = "REGEX"}),
      option(&Self::drop_parameters,
             {.name = "drop_parameters",
              .help = "also remove this query parameter from addresses; 'utm_*' removes all that "
                      "begin with utm_",
              .group = "Addresses",
              .value = "NAME",
              .flag = "drop-parameter"}),
      option(&Self::sort_parameters,
             {.name = "sort_parameters",
              .help = "take addresses that differ only in the order of their parameters for one "
                      "address",
              .group = "Addresses"}),
      option(&Self::delay, {.name = "delay",
                            .help = "seconds between two requests to a host",
                            .group = "Requests",
                            .value = "SECONDS",
                            .max = 86'400}),
      option(&Self::connections, {.name = "connections",
                                  .help = "simultaneous requests to all hosts together",
                                  .group = "Requests",
                                  .min = 1,
                                  .max = 1000}),
      option(&Self::contact,
             {.name = "contact",
              .help = "e-mail address or web page of whoever runs the crawl; sent as part of "
                      "User-Agent",
              .group = "Requests",
              .value = "CONTACT"}),
      option(&Self::timeout, {.name = "timeout",
                              .help = "seconds that one answer may take",
                              .group = "Requests",
                              .value = "SECONDS",
                              .min = 0.1,
                              .max = 86'400}),
      option(&Self::retries, {.name = "retries",
                              .help = "how often a failed request is repeated",
                              .group = "Requests",
                              .max = 100}),
      option(&Self::retry_delay,
             {.name = "retry_delay",
              .help = "seconds before the first repetition; each further one waits four times as "
                      "long",
              .group = "Requests",
              .value = "SECONDS",
              .max = 3600}),
      option(
          &Self::retry_failed,
          {.name = "retry_failed",
           .help = "how many later runs ask again for a page whose failure may have been temporary",
           .group = "Requests",
           .max = 1000}),
      option(&Self::max_pages, {.name = "max_pages",
                                .help = "stop when the store has this number of pages; 0: no limit",
                                .group = "Limits"}),
      option(&Self::max_pages_per_host,
             {.name = "max_pages_per_host",
              .help = "fetch no more pages of a host that has this number; 0: no limit",
              .group = "Limits"}),
      option(&Self::max_per_template,
             {.name = "max_per_template",
              .help = "postpone addresses if links at the same place to addresses of the same "
                      "shape have led only to templates with this number of pages; 0: never",
              .group = "Limits"}),
      option(&Self::max_depth,
             {.name = "max_depth",
              .help = "follow at most this number of links from a start address; 0: no limit",
              .group = "Limits"}),
      option(&Self::max_bytes,
             {.name = "max_bytes",
              .help = "stop when the pages in the store have this number of bytes; 0: no limit",
              .group = "Limits"}),
      option(&Self::max_time, {.name = "max_time",
                               .help = "stop after this number of seconds; 0: no limit",
                               .group = "Limits",
                               .value = "SECONDS"}),
      option(&Self::max_run,
             {.name = "max_run",
              .help = "end a chain of this number of pages if it led only to addresses of one "
                      "shape, as in a calendar",
              .group = "Limits",
              .min = 1,
              .max = 1'000'000'000}),
      option(&Self::max_page_bytes, {.name = "max_page_bytes",
                                     .help = "longer pages are cut; 0: no limit",
                                     .group = "Limits"}),
      option(&Self::allow_private,
             {.name = "allow_private",
              .help = "also fetch from private addresses (loopback, 10.0.0.0/8 ...)",
              .group = "Network"}),
      option(&Self::accept_bad_certificates, {.name = "accept_bad_certificates",
                                              .help = "do not verify the certificates of servers",
                                              .group = "Network"}),
      option(&Self::resolve,
             {.name = "resolve",
              .help = "use this IP address for the host, without asking the name servers",
              .group = "Network",
              .value = "HOST:PORT:ADDRESS"}),
      option(&Self::cut_off,
             {.name = "cut_off",
              .help = "the column 'above' of the summary counts XPaths with at least this number "
                      "of pages",
              .group = "Running",
              .value = "N"}),
  };
};

// What became of an address of a crawl.
enum class CrawlState : std::uint8_t {
  kWaiting,   // to be fetched
  kPage,      // its body is here
  kRedirect,  // leads to another address
  kNotPage,   // another media type, or an empty body
  kStatus,    // the status is an error
  kFailed,    // no usable answer
  kRefused,   // not fetched: robots.txt, a private address, a trap
};
template <>
struct Words<CrawlState> {
  static constexpr std::array<std::string_view, 7> all = {
      "waiting", "page", "redirect", "not_page", "status", "failed", "refused"};
};
constexpr std::size_t kCrawlStates = Words<CrawlState>::all.size();

// Links that were not followed for one reason.
struct NotFollowed {
  std::uint64_t count = 0;
  std::string example;
};

// What one run did.
struct CrawlReport {
  std::uint64_t requests = 0;  // robots.txt included
  std::array<std::uint64_t, kCrawlStates> by_state{};
  std::uint64_t bytes = 0;                          // of pages
  std::uint64_t waiting = 0;                        // pages still to fetch, in another run
  std::uint64_t tried_again = 0;                    // pages that had failed in earlier runs
  std::uint64_t may_be_tried_again = 0;             // pages that failed now, in another run
  std::map<std::string, NotFollowed> not_followed;  // by reason
  std::map<std::string, std::string> hosts_left;    // the reason, by host
  std::string stopped_by;  // the option that ended it, such as max_pages; empty: none
};

// What a store holds.
struct StoreSummary {
  std::size_t pages = 0;
  std::string hosts;  // a table for people, the largest twenty hosts first; empty: no host
};

struct CrawlResult : CrawlReport {
  bool was_interrupted = false;  // by the stop of the run; the same call goes on
  std::string summary;           // in some lines for people
  StoreSummary store;
};

// Throws OptionError for options and start addresses that are wrong. Opens nothing.
PAGEKIN_API void check_crawl(const std::vector<std::string>& addresses,
                             const CrawlOptions& options);

// Fetches the sites of the addresses into a store: a file, or postgresql://user@host/database.
// Without addresses the crawl in the store continues. `note`, if there is one, gets a line for each
// thing worth knowing while the crawl runs. A stop of the run ends the crawl with what is there.
// Throws OptionError, and Error where the store or the archive cannot be used.
PAGEKIN_API CrawlResult crawl_sites(const std::vector<std::string>& addresses,
                                    const std::string& store, const CrawlOptions& options = {},
                                    const Run& run = {},
                                    const std::function<void(const std::string&)>& note = {});

struct ImportResult {
  PageCounts counts;          // of what was read
  std::uint64_t pages = 0;    // new in the store
  std::uint64_t known = 0;    // in the store already, or repeated in the source
  std::uint64_t skipped = 0;  // reported as incidents
  std::uint64_t passed_over = 0;
  std::uint64_t links = 0;
  std::string summary;  // in some lines for people
  StoreSummary store;
};

// Fills a store with pages that were fetched before, with their links. Uses only the options that
// say which parameters of addresses count and how to sum up. Throws Error for a store that
// was made by a crawl, InputError, Cancelled.
PAGEKIN_API ImportResult import_crawl(const Source& source, const std::string& store,
                                      const CrawlOptions& options = {}, const Run& run = {});

}  // namespace pagekin
