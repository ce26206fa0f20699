// pagekin report: the visual report of an earlier run.

#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/pipeline/describe_pages.h"
#include "pagekin/pipeline/name_templates.h"
#include "pagekin/pipeline/table_run.h"
#include "pagekin/table/page_table.h"

#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/options.h"
#include "cli/progress_bar.h"
#include "cli/report_file.h"
#include "cli/run_summary.h"
#include "cli/truth_options.h"

namespace pagekin::cli {
namespace {

struct ReportFlags {
  std::string clusters;
  InputOptions input;
  TruthOptions truth;
  ReportOptions report;
  std::string by;
};

int run_report(const ReportFlags& options) {
  std::unique_ptr<eval::Labels> labels;
  if (!options.truth.labels.empty() || !options.truth.rules.empty()) {
    labels = read_truth(options.truth, "report");
  }
  const table::PageTable table = pipeline::read_named_table(options.clusters, options.by);
  ReportFile file(options.report);
  ErrorLog errors(options.input);
  IncidentList incidents(errors);
  Progress reading{.phase = "reading"};
  Progress describing{.phase = "describing"};
  ProgressBar bar({&reading, &describing}, options.input.quiet);
  const visual::ReportTexts texts = errors.during([&] {
    pipeline::TableRun found =
        pipeline::run_of_table(table, options.input.source(), std::ref(incidents), &reading);
    pipeline::Drawing drawing = report_drawing(options.report, found.run);
    const describe::Description description =
        pipeline::describe_pages({.source = options.input.source(), .method = {}, .index = {}},
                                 found.run, &describing, &drawing);
    run_summary().pages(found.run.counts);
    run_summary().result("templates", found.run.numbers.size());
    run_summary().result("pages_without_row", found.not_in_table);
    run_summary().result("rows_without_page", found.not_in_inputs);
    ReportExtras extras{
        .template_labels = found.labels,
        .truth = labels.get(),
        .parameters = {{"table", options.clusters}, {"groups by", table.column}},
        .incidents = incidents.incidents(),
        .seconds = {{"reading", found.run.read_seconds}, {"describing", description.seconds}}};
    if (found.not_in_table + found.not_in_inputs > 0) {
      extras.parameters.emplace_back("pages without a row", with_commas(found.not_in_table));
      extras.parameters.emplace_back("rows without a page", with_commas(found.not_in_inputs));
    }
    return make_report(options.report, options.input, found.run, description, drawing,
                       std::move(extras));
  });
  bar.stop();
  file.write(texts, report_title(options.report, options.input));
  if (!options.input.quiet) {
    fmt::print(stderr, "report    {}\n", printable(options.report.file));
  }
  return 0;
}

std::function<int()> declare_report(OptionTable& table) {
  const auto options = std::make_shared<ReportFlags>();
  options->input.read_twice();
  table
      .add(
          "clusters", options->clusters,
          "what 'pagekin cluster -o' or 'classify -o' wrote (TSV, CSV, JSON lines or Parquet, also "
          "compressed); - for standard input")
      .required();
  add_input_options(table, options->input);
  add_truth_options(table, options->truth);
  table
      .add("--by", options->by,
           "the column of the groups, such as variant or cluster; template, or else "
           "cluster, unless given")
      .value("COLUMN");
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
