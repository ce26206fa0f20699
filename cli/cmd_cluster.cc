// pagekin cluster: group pages by template.

#include <chrono>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "pagekin/eval/assignments.h"
#include "pagekin/method/method.h"
#include "pagekin/pipeline/cluster_pages.h"
#include "pagekin/pipeline/summary.h"

#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/output.h"
#include "cli/progress_bar.h"

namespace pagekin::cli {
namespace {

struct Options {
  InputOptions input;
  std::string method = "fingerprint";
  std::string measure;
  bool check = false;
  std::string output;
  std::string index;
};

double write_assignments(const pipeline::ClusterRun& run, Output& output,
                         eval::TableFormat format) {
  const auto start = std::chrono::steady_clock::now();
  eval::AssignmentWriter writer(format, [&](std::string_view bytes) { output.write(bytes); });
  for (PageId page = 0; page < run.ids.size(); ++page)
    writer.write(run.ids[page], run.number_of(page));
  writer.finish();
  output.finish();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

int run_cluster(const Options& options) {
  const auto method = as_usage([&] { return method::make(options.method, options.measure); });
  if (!options.index.empty() && !method->can_persist()) {
    throw UsageError("--index needs a method that can go on later: fingerprint; got '" +
                     options.method + "'");
  }
  const eval::TableFormat format = table_format_of(options.output);
  Output output(options.output);  // before the work: a bad path should not cost a run
  ErrorLog errors(options.input);
  Progress progress;
  Progress compare_progress{.unit = "pairs"};
  ProgressBar bar({&progress, &compare_progress}, options.input.quiet);
  const pipeline::ClusterOptions cluster{.inputs = options.input.inputs,
                                         .read = options.input.read,
                                         .strict = options.input.strict,
                                         .method = parse_spec(options.method).name,
                                         .index = options.index,
                                         .check = options.check};
  pipeline::ClusterRun run;
  try {
    run = pipeline::cluster_pages(cluster, *method, std::ref(errors), &progress, &compare_progress);
  } catch (const Error&) {
    errors.finish();  // the list of errors matters most when a run fails
    throw;
  }
  bar.stop();
  errors.finish();
  const double write_seconds = write_assignments(run, output, format);
  if (options.input.verbose) fmt::print(stderr, "{}", method->report());
  if (!options.input.quiet) fmt::print(stderr, "{}", pipeline::summarise(run, write_seconds));
  return 0;
}

std::function<int()> declare(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  add_input_options(app, options->input);
  app.add_option("--method", options->method,
                 "how to cluster: name or name:option=value,...; see 'pagekin list methods'")
      ->capture_default_str();
  app.add_option("--measure", options->measure,
                 "how a method that compares pages does so: name or name:option=value,...; see "
                 "'pagekin list measures'");
  app.add_flag("--check", options->check,
               "compare all pairs of pages as well, slowly, and fail if that gives other "
               "neighbours");
  app.add_option("-o,--output", options->output,
                 "write assignments to FILE.tsv, .csv or .jsonl; TSV on standard output otherwise");
  app.add_option(
      "--index", options->index,
      "keep the pages in this file; later runs add theirs, with the clusters of one run over all");
  return [options] { return run_cluster(*options); };
}

}  // namespace

Command cluster() {
  return {.name = "cluster",
          .summary = "group pages by template",
          .examples =
              "  pagekin cluster crawl.warc.gz -o clusters.tsv\n"
              "  pagekin cluster site/ more.jsonl.gz --method fingerprint:length=40\n"
              "  ls *.warc.gz | pagekin cluster - --errors skipped.tsv > clusters.tsv\n"
              "  pagekin cluster monday.warc.gz --index site.index -o clusters.tsv\n"
              "  pagekin cluster site.warc.gz --method snn:similar=0.9,overlap=0.9 "
              "--measure structure_style:kappa=0.3 -v",
          .declare = declare};
}

}  // namespace pagekin::cli
