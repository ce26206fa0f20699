// pagekin coverage: which templates a crawl lacks.

#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "pagekin/coverage.h"
#include "pagekin/report.h"
#include "pagekin/text.h"

#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/library_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/report_file.h"
#include "cli/run_progress.h"
#include "cli/run_summary.h"

namespace pagekin::cli {
namespace {

struct CoverageFlags {
  InputOptions input;
  CoverageOptions compared;
  std::string output;
  std::string not_crawled;
  ReportFlags report;
  bool json = false;
};

// Of sitemaps: what does not count, and what an index names that is not there.
void print_notes(const CoverageResult& coverage, bool verbose) {
  constexpr std::size_t named_at_most = 10;
  for (const std::string& note : coverage.sitemap_notes()) {
    fmt::print(stderr, "sitemap: {}\n", note);
  }
  const std::vector<std::string>& not_read = coverage.sitemaps_not_read();
  for (std::size_t i = 0; i < not_read.size(); ++i) {
    if (i == named_at_most && !verbose) {
      fmt::print(stderr, "sitemap: {} more were not read; -v names all\n",
                 with_commas(not_read.size() - i));
      break;
    }
    fmt::print(stderr, "sitemap: not read, it is not in the folder of the index: {}\n",
               printable(not_read[i]));
  }
}

int run_coverage(CoverageFlags& options) {
  if (!options.report.file.empty()) options.input.read_twice();
  if (options.compared.against.empty() && options.compared.sitemaps.empty()) {
    throw UsageError("coverage needs something to compare with: --against OLD, --sitemap FILE");
  }
  if (std::ranges::count_if(options.compared.against, is_index_file) > 1) {
    throw UsageError("--against takes one index only");
  }
  const bool has_table = !options.json || has_table_beside_json(options.output);
  const FileFormat format = has_table ? table_format_of(options.output) : FileFormat{};
  const FileFormat list_format = table_format_of(options.not_crawled, "--not-crawled");
  Output output(options.output);  // before the work: a bad path should not cost a run
  std::unique_ptr<Output> list;
  if (!options.not_crawled.empty()) list = std::make_unique<Output>(options.not_crawled);
  ReportFile report(options.report);
  ErrorLog errors(options.input);
  RunProgress progress(options.input.quiet);
  const Source source = options.input.source();
  const Run run = progress.run({.threads = options.input.threads, .incident = std::ref(errors)});
  const CoverageResult coverage =
      errors.during([&] { return find_coverage(source, options.compared, run); });
  if (report.is_wanted()) {
    write_report(source, coverage, options.compared, options.report.library(), report.sink(), run);
    report.finish();
  }
  progress.stop();
  if (has_table) write_table(coverage, format, output.sink());
  Output printed("");
  if (options.json) (has_table ? printed : output).write(to_json(coverage));
  output.finish();
  printed.finish();
  if (list) {
    write_not_crawled(coverage, list_format, list->sink());
    list->finish();
  }
  run_summary().pages(coverage.counts());
  run_summary().pages(coverage.old_counts(), "older_pages");
  run_summary().result("rows", coverage.rows().size());
  run_summary().caution(coverage.caution());
  run_summary().seconds("reading", coverage.read_seconds());
  run_summary().seconds("clustering", coverage.cluster_seconds());
  if (!options.input.quiet) {
    print_notes(coverage, options.input.verbose);
    fmt::print(stderr, "{}", summarise(coverage));
  }
  return 0;
}

std::function<int()> declare_coverage(OptionTable& table) {
  const auto options = std::make_shared<CoverageFlags>();
  add_input_options(table, options->input);
  add_library_options(table, options->compared);
  table.add("-o,--output", options->output,
            "write the table to " + file_endings() + "; TSV on standard output otherwise");
  table.add("--not-crawled", options->not_crawled,
            "write the addresses that the older crawl or the sitemap has and this crawl lacks "
            "(page, template, source) to " +
                file_endings());
  table.add("--json", options->json,
            "print one JSON object; with -o FILE.tsv (or another ending of a table) also write the "
            "table to FILE");
  table.add("--report", options->report.file,
            "write a visual report to FILE.html: what is missing, new, fewer and more, with "
            "pictures of both crawls");
  add_report_options(table, options->report, /*of_two_crawls=*/true);
  return [options] { return run_coverage(*options); };
}

}  // namespace

Command coverage() {
  return {
      .name = "coverage",
      .summary = "find the templates that a crawl lacks, compared with an older crawl or a sitemap",
      .examples =
          "  pagekin coverage today.warc.gz --against yesterday.warc.gz\n"
          "  pagekin coverage today.warc.gz --against site.index -o coverage.tsv\n"
          "  pagekin coverage today.warc.gz --against yesterday.warc.gz --report coverage.html\n"
          "  pagekin coverage crawl.warc.gz --sitemap sitemap.xml --not-crawled todo.tsv\n"
          "  pagekin coverage crawl/*.warc.gz --against old/*.warc.gz --sitemap sitemap_index.xml "
          "--json\n"
          "\n"
          "States: missing (the older crawl has it, this one lacks it), replaced (missing, but "
          "half "
          "or more of\nits addresses were crawled and have other templates now), fewer, new, more, "
          "same. Without --against\nthe sitemap takes the place of the older crawl. An address of "
          "the sitemap that was not crawled counts\nfor the template of crawled pages whose "
          "address has the same shape; if there is no such page, it\ncounts in a row of an "
          "unknown shape.",
      .declare = declare_coverage};
}

}  // namespace pagekin::cli
