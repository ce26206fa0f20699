// pagekin coverage: which templates a crawl lacks.

#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/pipeline/coverage.h"
#include "pagekin/report/coverage.h"

#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress_bar.h"
#include "cli/report_file.h"
#include "cli/run_summary.h"

namespace pagekin::cli {
namespace {

struct CoverageFlags {
  InputOptions input;
  std::vector<std::string> against;
  std::vector<std::string> sitemaps;
  std::string output;
  std::string not_crawled;
  ReportOptions report;
  bool json = false;
};

// Of sitemaps: what does not count, and what an index names that is not there.
void tell_notes(const sitemap::SitemapFiles& files, bool verbose) {
  constexpr std::size_t named_at_most = 10;
  for (const sitemap::FileNote& note : files.notes) {
    fmt::print(stderr, "sitemap: {}\n", sitemap::describe(note));
  }
  for (std::size_t i = 0; i < files.not_read.size(); ++i) {
    if (i == named_at_most && !verbose) {
      fmt::print(stderr, "sitemap: {} more were not read; -v names all\n",
                 with_commas(files.not_read.size() - i));
      break;
    }
    fmt::print(stderr, "sitemap: not read, it does not lie beside the index: {}\n",
               printable(files.not_read[i]));
  }
}

void write_coverage(const CoverageFlags& options, const pipeline::Coverage& coverage,
                    const IncidentList& incidents, ReportFile& file, Progress* progress) {
  ReportOptions titled = options.report;
  if (titled.title.empty()) titled.title = "Coverage of " + report_title({}, options.input);
  visual::ReportFacts facts = report_facts(titled, options.input);
  facts.counts = coverage.new_counts;
  facts.incidents = incidents.incidents();
  for (const std::string& old : options.against) facts.parameters.emplace_back("against", old);
  for (const std::string& map : options.sitemaps) facts.parameters.emplace_back("sitemap", map);
  if (facts.made != 0) {
    facts.seconds = {{"reading", coverage.read_seconds}, {"clustering", coverage.cluster_seconds}};
  }
  std::vector<std::string> against = options.against;
  std::erase_if(against, pipeline::is_index_file);
  file.write(make_report(titled, options.input, visual::comparison_of(coverage), against,
                         options.input.inputs, std::move(facts), progress),
             titled.title);
}

int run_coverage(CoverageFlags& options) {
  if (!options.report.file.empty()) options.input.read_twice();
  if (options.against.empty() && options.sitemaps.empty()) {
    throw UsageError("coverage needs something to compare with: --against OLD, --sitemap FILE");
  }
  if (std::ranges::count_if(options.against, pipeline::is_index_file) > 1) {
    throw UsageError("--against takes one index only");
  }
  const table::FileFormat format =
      options.json ? json_format_of(options.output) : table_format_of(options.output);
  const table::FileFormat list_format = table_format_of(options.not_crawled, "--not-crawled");
  Output output(options.output);  // before the work: a bad path should not cost a run
  std::unique_ptr<Output> list;
  if (!options.not_crawled.empty()) list = std::make_unique<Output>(options.not_crawled);
  ReportFile report(options.report);
  ErrorLog errors(options.input);
  IncidentList incidents(errors);
  Progress old_progress{.phase = "reading the older crawl"};
  Progress new_progress{.phase = "reading"};
  Progress drawing{.phase = "drawing"};
  ProgressBar bar({&old_progress, &new_progress, &drawing}, options.input.quiet);
  const pipeline::Coverage coverage = errors.during([&] {
    return pipeline::find_coverage({.source = options.input.source(),
                                    .against = options.against,
                                    .sitemaps = options.sitemaps},
                                   std::ref(incidents), &old_progress, &new_progress);
  });
  if (report.is_wanted()) write_coverage(options, coverage, incidents, report, &drawing);
  bar.stop();
  if (options.json) {
    output.write(report::to_json(coverage));
  } else {
    report::write_table(coverage, format, [&](std::string_view bytes) { output.write(bytes); });
  }
  output.finish();
  if (list) {
    report::list_not_crawled(coverage, list_format,
                             [&](std::string_view bytes) { list->write(bytes); });
    list->finish();
  }
  run_summary().pages(coverage.new_counts);
  run_summary().pages(coverage.old_counts, "older_pages");
  run_summary().result("rows", coverage.found.rows.size());
  run_summary().seconds("reading", coverage.read_seconds);
  run_summary().seconds("clustering", coverage.cluster_seconds);
  if (!options.input.quiet) {
    tell_notes(coverage.sitemaps, options.input.verbose);
    fmt::print(stderr, "{}", report::summarise(coverage));
  }
  return 0;
}

std::function<int()> declare_coverage(OptionTable& table) {
  const auto options = std::make_shared<CoverageFlags>();
  add_input_options(table, options->input);
  table.add("--against", options->against,
            "the older crawl: inputs of any kind, or an index of 'pagekin cluster --index'; "
            "then the templates have the ids of the index");
  table.add("--sitemap", options->sitemaps,
            "what the site says it has: sitemap, RSS or Atom (.xml, .xml.gz), one address per "
            "line, or a TSV or CSV table with a column url, loc, page or address; of a sitemap "
            "index, the files beside it are read, and nothing is fetched");
  table.add("-o,--output", options->output,
            "write the table to " + file_endings() + "; TSV on standard output otherwise");
  table.add("--not-crawled", options->not_crawled,
            "write to " + file_endings() +
                " the addresses that the older crawl or the sitemap has and this crawl lacks "
                "(page, template, source)");
  table.add("--json", options->json, "as one JSON object instead of a table");
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
