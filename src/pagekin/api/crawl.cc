#include "pagekin/crawl.h"

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pagekin/api/convert.h"
#include "pagekin/api/own_thread.h"
#include "pagekin/api/progress_watcher.h"
#include "pagekin/core/stop.h"
#include "pagekin/crawl/crawler.h"
#include "pagekin/crawl/import.h"
#include "pagekin/options.h"
#include "pagekin/report/crawl_summary.h"
#include "pagekin/store/crawl_store.h"
#include "pagekin/version.h"

namespace pagekin {
namespace {

using std::chrono::duration_cast, std::chrono::milliseconds;
using Seconds = std::chrono::duration<double>;

crawl::CleanRules clean_rules(const CrawlOptions& options) {
  crawl::CleanRules rules;
  rules.dropped.insert(rules.dropped.end(), options.drop_parameters.begin(),
                       options.drop_parameters.end());
  rules.sort_parameters = options.sort_parameters;
  return rules;
}

crawl::CrawlOptions crawl_plan_of(const std::vector<std::string>& addresses,
                                  const CrawlOptions& options) {
  crawl::CrawlOptions plan;
  plan.seeds = addresses;
  plan.fetch.limits.total = duration_cast<milliseconds>(Seconds(options.timeout));
  plan.fetch.limits.body_bytes = options.max_page_bytes;
  plan.fetch.user_agent =
      fmt::format("pagekin/{} ({})", kVersion,
                  options.contact.empty() ? "crawler; no contact given" : "+" + options.contact);
  plan.fetch.allow_private = options.allow_private;
  plan.fetch.accept_bad_certificates = options.accept_bad_certificates;
  plan.fetch.resolve = options.resolve;
  plan.clean = clean_rules(options);
  plan.scope = {.site = options.same_site, .include = options.include, .exclude = options.exclude};
  plan.delay = duration_cast<milliseconds>(Seconds(options.delay));
  plan.connections = options.connections;
  plan.retries = options.retries;
  plan.retry_delay = duration_cast<milliseconds>(Seconds(options.retry_delay));
  plan.retry_failed = options.retry_failed;
  plan.max_pages = options.max_pages;
  plan.max_pages_per_host = options.max_pages_per_host;
  plan.max_bytes = options.max_bytes;
  plan.max_depth = options.max_depth;
  plan.max_time = std::chrono::seconds(options.max_time);
  plan.max_run = options.max_run;
  plan.max_per_template = options.max_per_template;
  plan.keep_documents = options.keep_documents;
  plan.warc = options.warc;
  return plan;
}

StoreSummary summarise_store(store::CrawlWriter& writer, const CrawlOptions& options) {
  constexpr std::size_t most = 20;
  const std::vector<store::HostSummary> hosts = writer.reader().summarise(options.cut_off);
  StoreSummary summary;
  for (const store::HostSummary& host : hosts) summary.pages += host.pages;
  if (!hosts.empty()) {
    summary.hosts = report::table_of_hosts(hosts, options.cut_off, most, options.summary_width);
  }
  return summary;
}

}  // namespace

void check_crawl(const std::vector<std::string>& addresses, const CrawlOptions& options) {
  check_options(options);
  crawl::check(crawl_plan_of(addresses, options));
}

CrawlResult crawl_sites(const std::vector<std::string>& addresses, const std::string& store,
                        const CrawlOptions& options, const Run& run,
                        const std::function<void(const std::string&)>& note) {
  check_crawl(addresses, options);
  return api::on_own_thread(run, [&] {
    if (addresses.empty()) store::CrawlReader::open(store);  // there must be one to continue
    const auto writer = store::CrawlWriter::open(store);
    Progress fetching{.finds_more = true};
    const api::ProgressWatcher watcher(run, {{"", &fetching}});
    CrawlResult result;
    try {
      crawl::crawl(crawl_plan_of(addresses, options), *writer, result, &fetching, note);
    } catch (const Cancelled&) {
      result.was_interrupted = true;
    }
    const StopScope no_stop{std::stop_token()};  // an interrupted crawl is summed up, too
    result.summary = report::summarise(result);
    result.store = summarise_store(*writer, options);
    return result;
  });
}

ImportResult import_crawl(const Source& source, const std::string& store,
                          const CrawlOptions& options, const Run& run) {
  return api::on_own_thread(run, [&] {
    const auto writer = store::CrawlWriter::open(store);
    Progress reading;
    const api::ProgressWatcher watcher(run, {{"", &reading}});
    input::Source read = api::input_source(source, run);
    const crawl::ImportReport report = crawl::import_pages({.inputs = std::move(read.inputs),
                                                            .read = std::move(read.reading),
                                                            .clean = clean_rules(options)},
                                                           *writer, run.incident, &reading);
    ImportResult result{.counts = report.counts,
                        .pages = report.pages,
                        .known = report.known,
                        .skipped = report.skipped,
                        .links = report.links,
                        .summary = report::summarise(report)};
    for (const std::uint64_t count : report.passed_over) result.passed_over += count;
    result.store = summarise_store(*writer, options);
    return result;
  });
}

}  // namespace pagekin
