// pagekin crawl: fetch sites into a store that also keeps the place of every link.

#include <cstdio>
#include <functional>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include "pagekin/crawl.h"

#include "cli/command.h"
#include "cli/flags.h"
#include "cli/input_options.h"
#include "cli/library_options.h"
#include "cli/options.h"
#include "cli/run_on_inputs.h"
#include "cli/run_progress.h"
#include "cli/run_summary.h"
#include "cli/terminal.h"

namespace pagekin::cli {
namespace {

struct CrawlFlags {
  InputOptions input;  // what is given: addresses, or with --import inputs
  bool import_pages = false;
  std::string store;
  CrawlOptions crawl;
};

void print_summary(const CrawlFlags& options, const std::string& run, const StoreSummary& store) {
  if (options.input.quiet) return;
  fmt::print(stderr, "{}", with_flags(run));
  if (!store.hosts.empty()) fmt::print(stderr, "\n{}", store.hosts);
}

int run_import(const CrawlFlags& options) {
  Source source = options.input.source();
  source.max_page_bytes = options.crawl.max_page_bytes;
  const ImportResult result = run_on_inputs(options.input, [&](const Run& run) {
    return import_crawl(source, options.store, options.crawl, run);
  });
  run_summary().pages(result.counts);
  run_summary().result("new_pages", result.pages);
  run_summary().result("known_pages", result.known);
  run_summary().result("skipped_pages", result.skipped);
  run_summary().result("passed_over", result.passed_over);
  run_summary().result("links", result.links);
  print_summary(options, result.summary, result.store);
  if (result.store.pages > 0) return 0;
  throw Error("none of the inputs holds a page");
}

void print_cautions(const CrawlFlags& options) {
  if (options.input.quiet) return;
  if (options.crawl.allow_private) {
    fmt::print(stderr, "--allow-private: private addresses are fetched, too\n");
  }
  if (options.crawl.contact.empty()) {
    fmt::print(stderr,
               "no --contact: the owner of a site cannot ask who crawls it; give an e-mail address "
               "or a page\n");
  }
}

int run_crawl(const CrawlFlags& options) {
  if (options.store.empty()) throw UsageError("crawl needs -o STORE");
  if (options.import_pages) {
    if (options.input.inputs.empty()) throw UsageError("--import needs inputs to read");
    return run_import(options);
  }
  as_usage([&] { check_crawl(options.input.inputs, options.crawl); });
  print_cautions(options);
  RunProgress progress(options.input.quiet);
  const char* const over_bar = isatty(STDERR_FILENO) != 0 ? "\r\x1b[K" : "";
  std::function<void(const std::string&)> note;
  if (options.input.verbose) {
    note = [over_bar](const std::string& line) {
      fmt::print(stderr, "{}{}\n", over_bar, with_flags(line));
    };
  }
  const CrawlResult result =
      crawl_sites(options.input.inputs, options.store, options.crawl, progress.run(), note);
  progress.stop();
  run_summary().result("requests", result.requests);
  run_summary().result("bytes", result.bytes);
  run_summary().result("waiting", result.waiting);
  for (std::size_t i = 0; i < result.by_state.size(); ++i) {
    run_summary().result(std::string(to_text(static_cast<CrawlState>(i))) + "_pages",
                         result.by_state[i]);
  }
  print_summary(options, result.summary, result.store);
  if (result.was_interrupted) {
    fmt::print(stderr,
               "pagekin: interrupted; what was fetched is in the store, and the same command goes "
               "on\n");
    return kInterrupted;
  }
  if (result.store.pages > 0) return 0;
  throw Error(result.hosts_left.empty()
                  ? "no page could be fetched; see table 'pages' of the store"
                  : "no page could be fetched: " + result.hosts_left.begin()->first + ": " +
                        result.hosts_left.begin()->second);
}

std::function<int()> declare_crawl(OptionTable& table) {
  const auto options = std::make_shared<CrawlFlags>();
  table.add("addresses", options->input.inputs,
            "start addresses, http or https; without any, the crawl in the store continues. "
            "With --import: inputs of any kind");
  table.group("Store");
  table.add("-o,--output", options->store, "the store: a file, or postgresql://user@host/database")
      .value("STORE")
      .writes(Writes::kNothing);  // a crawl goes on in the store that it has
  table.add("--import", options->import_pages,
            "fill the store with pages that were fetched before, from WARC and other inputs");
  add_library_options(table, options->crawl);
  add_document_options(table, options->input);
  table.add("--threads", options->input.threads, "threads for --import; 0: one per core");
  table.add("--errors", options->input.errors,
            "with --import: list skipped and limited pages in FILE (TSV)");
  add_unread_status(table, options->input);
  table.add("-q,--quiet", options->input.quiet, "no progress and no summary");
  table.add("-v,--verbose", options->input.verbose, "show more");
  return [options] {
    options->crawl.summary_width = summary_width();
    return run_crawl(*options);
  };
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
