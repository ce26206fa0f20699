// pagekin crawl: fetch sites into a store that also keeps the place of every link.

#include <chrono>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "pagekin/api/convert.h"
#include "pagekin/api/progress_watcher.h"
#include "pagekin/crawl/crawler.h"
#include "pagekin/crawl/import.h"
#include "pagekin/report/crawl_summary.h"
#include "pagekin/store/crawl_store.h"
#include "pagekin/version.h"

#include "cli/command.h"
#include "cli/flags.h"
#include "cli/input_options.h"
#include "cli/options.h"
#include "cli/run_progress.h"
#include "cli/run_summary.h"
#include "cli/terminal.h"

namespace pagekin::cli {
namespace {

using std::chrono::duration_cast, std::chrono::milliseconds;
using Seconds = std::chrono::duration<double>;

struct CrawlFlags {
  InputOptions input;  // what is given: addresses, or with --import inputs
  bool import_pages = false;
  std::string store;
  crawl::CrawlOptions crawl;
  double delay = 1;
  double retry_delay = 1;
  double timeout = 180;
  std::int64_t max_time = 0;
  std::string site = "host";
  std::string contact;
  std::vector<std::string> dropped;
  std::size_t cut_off = 100;
};

// Returns how many pages the store has.
std::size_t print_hosts(store::CrawlReader& reader, const CrawlFlags& options) {
  const std::vector<store::HostSummary> hosts = reader.summarise(options.cut_off);
  if (!options.input.quiet && !hosts.empty()) {
    constexpr std::size_t most = 20;
    fmt::print(stderr, "\n{}",
               report::table_of_hosts(hosts, options.cut_off, most, summary_width()));
  }
  std::size_t pages = 0;
  for (const store::HostSummary& host : hosts) pages += host.pages;
  return pages;
}

int run_import(const CrawlFlags& options) {
  const auto store = store::CrawlWriter::open(options.store);
  ErrorLog errors(options.input);
  Progress reading;
  RunProgress progress(options.input.quiet);
  const Run run = progress.run({.threads = options.input.threads});
  std::optional<api::ProgressWatcher> watcher(std::in_place, run,
                                              std::vector<api::Phase>{{"", &reading}});
  const crawl::ImportReport report =
      crawl::import_pages({.inputs = options.input.inputs,
                           .read = api::input_source(options.input.source(), run).reading,
                           .clean = options.crawl.clean},
                          *store, std::ref(errors), &reading);
  watcher.reset();
  progress.stop();
  errors.finish();
  run_summary().pages(report.counts);
  run_summary().result("new_pages", report.pages);
  run_summary().result("known_pages", report.known);
  run_summary().result("skipped_pages", report.skipped);
  std::uint64_t passed_over = 0;
  for (const std::uint64_t count : report.passed_over) passed_over += count;
  run_summary().result("passed_over", passed_over);
  run_summary().result("links", report.links);
  if (!options.input.quiet) fmt::print(stderr, "{}", with_flags(report::summarise(report)));
  if (print_hosts(store->reader(), options) > 0) return 0;
  throw Error("none of the inputs holds a page");
}

crawl::CrawlOptions crawl_options(const CrawlFlags& options) {
  crawl::CrawlOptions made = options.crawl;
  made.seeds = options.input.inputs;
  made.delay = duration_cast<milliseconds>(Seconds(options.delay));
  made.retry_delay = duration_cast<milliseconds>(Seconds(options.retry_delay));
  made.max_time = std::chrono::seconds(options.max_time);
  made.fetch.limits.total = duration_cast<milliseconds>(Seconds(options.timeout));
  made.fetch.limits.body_bytes = options.input.read.max_page_bytes;
  made.scope.site = options.site == "domain" ? crawl::SiteRule::kDomain : crawl::SiteRule::kHost;
  made.fetch.user_agent =
      fmt::format("pagekin/{} ({})", kVersion,
                  options.contact.empty() ? "crawler; no contact given" : "+" + options.contact);
  made.clean.dropped.insert(made.clean.dropped.end(), options.dropped.begin(),
                            options.dropped.end());
  return made;
}

int run_crawl(const CrawlFlags& options) {
  if (options.store.empty()) throw UsageError("crawl needs -o STORE");
  if (options.import_pages) {
    if (options.input.inputs.empty()) throw UsageError("--import needs inputs to read");
    return run_import(options);
  }
  const crawl::CrawlOptions made = crawl_options(options);
  as_usage([&] { crawl::check(made); });
  if (made.seeds.empty()) store::CrawlReader::open(options.store);  // there must be one to continue
  const auto store = store::CrawlWriter::open(options.store);
  if (made.fetch.allow_private && !options.input.quiet) {
    fmt::print(stderr, "--allow-private: private addresses are fetched, too\n");
  }
  if (options.contact.empty() && !options.input.quiet) {
    fmt::print(stderr,
               "no --contact: who runs the site cannot ask who crawls it; give an e-mail address "
               "or a page\n");
  }
  crawl::CrawlReport report;
  Progress fetching{.finds_more = true};
  RunProgress progress(options.input.quiet);
  const Run run = progress.run();
  std::optional<api::ProgressWatcher> watcher(std::in_place, run,
                                              std::vector<api::Phase>{{"", &fetching}});
  const char* const over_bar = isatty(STDERR_FILENO) != 0 ? "\r\x1b[K" : "";
  const auto print_line = [&](const std::string& line) {
    if (!options.input.quiet) fmt::print(stderr, "{}{}\n", over_bar, with_flags(line));
  };
  const auto finish = [&] {
    watcher.reset();
    progress.stop();
    run_summary().result("requests", report.requests);
    run_summary().result("bytes", report.bytes);
    run_summary().result("waiting", report.waiting);
    for (std::size_t i = 0; i < report.by_state.size(); ++i) {
      run_summary().result(std::string(store::name_of(static_cast<store::State>(i))) + "_pages",
                           report.by_state[i]);
    }
    if (!options.input.quiet) fmt::print(stderr, "{}", with_flags(report::summarise(report)));
    return print_hosts(store->reader(), options);
  };
  try {
    crawl::crawl(made, *store, report, &fetching,
                 options.input.verbose ? crawl::Note(print_line) : crawl::Note());
  } catch (const Cancelled&) {
    finish();
    fmt::print(stderr,
               "pagekin: interrupted; what was fetched is in the store, and the same command goes "
               "on\n");
    return kInterrupted;
  }
  if (finish() > 0) return 0;
  throw Error(report.hosts_left.empty()
                  ? "no page could be fetched; see table 'pages' of the store"
                  : "no page could be fetched: " + report.hosts_left.begin()->first + ": " +
                        report.hosts_left.begin()->second);
}

std::function<int()> declare_crawl(OptionTable& table) {
  const auto options = std::make_shared<CrawlFlags>();
  crawl::CrawlOptions& crawl = options->crawl;
  table.add("addresses", options->input.inputs,
            "start addresses, http or https; without any, the crawl in the store continues. "
            "With --import: inputs of any kind");
  table.group("Store");
  table.add("-o,--output", options->store, "the store: a file, or postgresql://user@host/database")
      .value("STORE")
      .writes(Writes::kNothing);  // a crawl goes on in the store that it has
  table.add("--import", options->import_pages,
            "fill the store with pages that were fetched before, from WARC and other inputs");
  table.add("--documents", crawl.keep_documents,
            "also keep PDF, office files, mail and images, for --tika and --via of other commands");
  table.add("--warc", crawl.warc, "also write the answers to FILE.warc or .warc.gz").value("FILE");

  table.group("Addresses");
  table.add("--same-site", options->site, "follow links to the same host, or to the same domain")
      .one_of({"host", "domain"})
      .show_default();
  table
      .add("--include", crawl.scope.include,
           "follow only addresses in which this regular expression is found")
      .value("REGEX")
      .repeated();
  table
      .add("--exclude", crawl.scope.exclude,
           "do not follow addresses in which this regular expression is found")
      .value("REGEX")
      .repeated();
  table
      .add("--drop-parameter", options->dropped,
           "also remove this query parameter from addresses; 'utm_*' removes all that begin with "
           "utm_")
      .value("NAME")
      .repeated();
  table.add("--sort-parameters", crawl.clean.sort_parameters,
            "take addresses that differ only in the order of their parameters for one address");

  table.group("Requests");
  table.add("--delay", options->delay, "seconds between two requests to a host")
      .value("SECONDS")
      .range(0.0, 86'400.0)
      .show_default();
  table.add("--connections", crawl.connections, "simultaneous requests to all hosts together")
      .range(1, 1000)
      .show_default();
  table
      .add("--contact", options->contact,
           "e-mail address or web page of whoever runs the crawl; sent as part of User-Agent")
      .value("CONTACT");
  table.add("--timeout", options->timeout, "seconds that one answer may take")
      .value("SECONDS")
      .range(0.1, 86'400.0)
      .show_default();
  table.add("--retries", crawl.retries, "how often a failed request is repeated")
      .range(0, 100)
      .show_default();
  table
      .add("--retry-delay", options->retry_delay,
           "seconds before the first repetition; each further one waits four times as long")
      .value("SECONDS")
      .range(0.0, 3600.0)
      .show_default();

  table
      .add("--retry-failed", crawl.retry_failed,
           "later runs that ask again for a page that failed for a reason that may have passed")
      .range(0, 1000)
      .show_default();

  table.group("Limits");
  table.add("--max-pages", crawl.max_pages,
            "stop when the store has this number of pages; 0: no limit");
  table.add("--max-pages-per-host", crawl.max_pages_per_host,
            "fetch no more pages of a host that has this number; 0: no limit");
  table.add("--max-per-template", crawl.max_per_template,
            "postpone addresses if links at the same place to addresses of the same shape have led "
            "only to templates with this number of pages; 0: never");
  table.add("--max-depth", crawl.max_depth,
            "follow at most this number of links from a start address; 0: no limit");
  table.add("--max-bytes", crawl.max_bytes,
            "stop when the pages in the store have this number of bytes; 0: no limit");
  table.add("--max-time", options->max_time, "stop after this number of seconds; 0: no limit")
      .value("SECONDS");
  table
      .add("--max-run", crawl.max_run,
           "end a chain of this number of pages if it led only to addresses of one shape, as in a "
           "calendar")
      .range(1, 1'000'000'000)
      .show_default();
  table
      .add("--max-page-bytes", options->input.read.max_page_bytes,
           "longer pages are cut; 0: no limit")
      .show_default();

  table.group("Network");
  table.add("--allow-private", crawl.fetch.allow_private,
            "also fetch from private addresses (loopback, 10.0.0.0/8 ...)");
  table.add("--accept-bad-certificates", crawl.fetch.accept_bad_certificates,
            "do not verify the certificates of servers");
  table
      .add("--resolve", crawl.fetch.resolve,
           "use this IP address for the host, without asking the name servers")
      .value("HOST:PORT:ADDRESS")
      .repeated();

  table.group("");
  add_document_options(table, options->input);
  table
      .add("--cut-off", options->cut_off,
           "the column 'above' of the summary counts XPaths with at least this number of pages")
      .show_default();
  table.add("--threads", options->input.threads, "threads for --import; 0: one per core");
  table.add("--errors", options->input.errors,
            "with --import: list skipped and limited pages in FILE (TSV)");
  add_unread_status(table, options->input);
  table.add("-q,--quiet", options->input.quiet, "no progress and no summary");
  table.add("-v,--verbose", options->input.verbose, "show more");
  return [options] { return run_crawl(*options); };
}

}  // namespace

Command crawl() {
  return {.name = "crawl",
          .summary = "fetch sites into a store that also keeps the place of every link",
          .examples =
              "  pagekin crawl https://example.org/ -o example.db --contact me@example.org\n"
              "  pagekin crawl -o example.db                      (continues where it stopped)\n"
              "  pagekin crawl https://example.org/ -o postgresql://me@localhost/crawl --warc "
              "example.warc.gz\n"
              "  pagekin crawl https://example.org/ -o example.db --max-per-template 20 "
              "--max-pages 2000\n"
              "  pagekin crawl --import old/*.warc.gz -o old.db\n"
              "  pagekin cluster example.db --method uxclust -o clusters.tsv\n"
              "\n"
              "The crawl obeys robots.txt. It sends one request at a time to a host, with a delay "
              "between requests,\nand refuses private addresses without --allow-private. Every "
              "page is stored when it arrives: however the\ncrawl ends, the same command "
              "continues it, and asks once more for pages that failed.",
          .declare = declare_crawl};
}

}  // namespace pagekin::cli
