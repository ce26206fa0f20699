// pagekin report: the visual report of an earlier run.

#include <cstdio>
#include <functional>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "pagekin/report.h"
#include "pagekin/text.h"

#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/library_options.h"
#include "cli/options.h"
#include "cli/report_file.h"
#include "cli/run_on_inputs.h"
#include "cli/run_summary.h"
#include "cli/truth_options.h"

namespace pagekin::cli {
namespace {

struct TableReportFlags {
  std::string clusters;
  InputOptions input;
  TruthOptions truth;
  ReportFlags report;
  TableOptions groups;
};

int run_report(const TableReportFlags& options) {
  Labels labels;
  if (!options.truth.labels.empty() || !options.truth.rules.empty()) {
    labels = read_truth(options.truth, "report");
  }
  ReportFile file(options.report);
  const TableReport shown = run_on_inputs(options.input, [&](const Run& run) {
    return write_table_report(options.input.source(), options.clusters, options.groups, labels,
                              options.report.library(), file.sink(), run);
  });
  file.finish();
  run_summary().pages(shown.counts);
  run_summary().result("templates", shown.templates);
  run_summary().result("pages_without_row", shown.pages_without_row);
  run_summary().result("rows_without_page", shown.rows_without_page);
  if (options.report.screenshots) {
    run_summary().result("screenshots", shown.screenshots);
    run_summary().result("failed_screenshots", shown.failed_screenshots);
  }
  if (!options.input.quiet) {
    fmt::print(stderr, "{}report    {}\n", shown.note, printable(options.report.file));
  }
  return 0;
}

std::function<int()> declare_report(OptionTable& table) {
  const auto options = std::make_shared<TableReportFlags>();
  options->input.read_twice();
  add_clusters_input(table, options->clusters);
  add_input_options(table, options->input);
  add_truth_options(table, options->truth);
  add_library_options(table, options->groups);
  add_report_options(table, options->report);
  table.add("-o,--output", options->report.file, "write the report to FILE.html")
      .required()
      .writes(Writes::kFile);
  return [options] { return run_report(*options); };
}

}  // namespace

Command report() {
  return {.name = "report",
          .summary = "show the templates of an earlier run in one HTML file",
          .examples =
              "  pagekin report clusters.tsv crawl.warc.gz -o report.html\n"
              "  pagekin report clusters.tsv crawl.warc.gz --truth labels.tsv -o report.html\n"
              "  pagekin report clusters.tsv site/ --screenshots --title 'My site' -o site.html\n"
              "\n"
              "The file needs no network and no server. 'pagekin cluster --report FILE.html'\n"
              "makes the same report in one step, with the dendrogram where the method has one.\n"
              "See docs/report.md.",
          .declare = declare_report};
}

}  // namespace pagekin::cli
