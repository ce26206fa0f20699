// pagekin train: learn templates from labelled pages.

#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "pagekin/classify.h"
#include "pagekin/compare.h"
#include "pagekin/output_file.h"
#include "pagekin/text.h"

#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/options.h"
#include "cli/run_progress.h"
#include "cli/run_summary.h"
#include "cli/truth_options.h"

namespace pagekin::cli {
namespace {

struct TrainFlags {
  InputOptions input;
  TruthOptions truth;
  std::string measure = default_train_measure();
  std::string output;
};

int run_train(const TrainFlags& options) {
  as_usage([&] { check_measure(options.measure); });
  const Labels labels = read_truth(options.truth, "train");
  // Before the work: a bad path should not cost a run. Nothing is left of it.
  { const OutputFile probe(options.output); }
  ErrorLog errors(options.input);
  RunProgress progress(options.input.quiet);
  const TrainResult run = errors.during([&] {
    return pagekin::train(
        options.input.source(), labels, options.measure, options.output,
        progress.run({.threads = options.input.threads, .incident = std::ref(errors)}));
  });
  progress.stop();
  run_summary().pages(run.counts);
  run_summary().result("labelled", run.pages);
  run_summary().result("unlabelled", run.unlabelled);
  run_summary().seconds("reading", run.read_seconds);
  run_summary().seconds("training", run.train_seconds);
  if (!options.input.quiet) {
    std::error_code unknown;  // of a device, say
    const auto bytes = std::filesystem::file_size(options.output, unknown);
    fmt::print(stderr, "{}model     {}, {} bytes, {} a page\n", run.summary,
               printable(options.output), with_commas(unknown ? 0 : bytes),
               with_commas(unknown ? 0 : bytes / run.pages));
  }
  return 0;
}

std::function<int()> declare_train(OptionTable& table) {
  const auto options = std::make_shared<TrainFlags>();
  add_input_options(table, options->input);
  add_truth_options(table, options->truth);
  table
      .add("--measure", options->measure,
           "how pages are compared: name or name:option=value,...; see 'pagekin list "
           "measures'")
      .show_default();
  table.add("-o,--output", options->output, "write the model to this file")
      .required()
      .writes(Writes::kFile);
  return [options] { return run_train(*options); };
}

}  // namespace

Command train() {
  return {.name = "train",
          .summary = "learn templates from labelled pages",
          .examples =
              "  pagekin train crawl.warc.gz --truth labels.tsv -o site.model\n"
              "  pagekin train site/ --truth labels.tsv --measure tag_shingles:shingle=5 -o m\n"
              "  pagekin train site/ --truth-rules rules.tsv -o site.model",
          .declare = declare_train};
}

}  // namespace pagekin::cli
