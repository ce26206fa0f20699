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
#include "cli/library_options.h"
#include "cli/options.h"
#include "cli/run_on_inputs.h"
#include "cli/run_summary.h"
#include "cli/truth_options.h"

namespace pagekin::cli {
namespace {

struct TrainFlags {
  InputOptions input;
  TruthOptions truth;
  TrainOptions train;
  std::string output;
};

int run_train(const TrainFlags& options) {
  as_usage([&] { check_measure(options.train.measure); });
  const Labels labels = read_truth(options.truth, "train");
  // Before the work: a bad path should not cost a run. Nothing is left of it.
  { const OutputFile probe(options.output); }
  const TrainResult trained = run_on_inputs(options.input, [&](const Run& run) {
    return pagekin::train(options.input.source(), labels, options.train, options.output, run);
  });
  run_summary().pages(trained.counts);
  run_summary().result("labelled", trained.pages);
  run_summary().result("unlabelled", trained.unlabelled);
  run_summary().seconds("reading", trained.read_seconds);
  run_summary().seconds("training", trained.train_seconds);
  if (!options.input.quiet) {
    std::error_code unknown;  // of a device, say
    const auto bytes = std::filesystem::file_size(options.output, unknown);
    fmt::print(stderr, "{}model     {}, {} bytes, {} a page\n", trained.summary,
               printable(options.output), with_commas(unknown ? 0 : bytes),
               with_commas(unknown ? 0 : bytes / trained.pages));
  }
  return 0;
}

std::function<int()> declare_train(OptionTable& table) {
  const auto options = std::make_shared<TrainFlags>();
  add_input_options(table, options->input);
  add_truth_options(table, options->truth);
  add_library_options(table, options->train);
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
