// pagekin crossval: how good a classifier is.

#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "pagekin/crossval.h"
#include "pagekin/text.h"

#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/library_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/run_progress.h"
#include "cli/run_summary.h"
#include "cli/truth_options.h"

namespace pagekin::cli {
namespace {

struct CrossvalFlags {
  InputOptions input;
  TruthOptions truth;
  CrossvalOptions crossval;
  std::string output;
  bool significance = false;
  bool json = false;
};

int run_crossval(const CrossvalFlags& options) {
  const CrossvalOptions& crossval = options.crossval;
  as_usage([&] { check_options(crossval); });
  if (options.significance && crossval.train_per_class > 0) {
    throw UsageError("--significance compares folds; --train-per-class has none");
  }
  const Labels labels = read_truth(options.truth, "crossval");
  Output output(options.output);  // before the work: a bad path should not cost a run

  ErrorLog errors(options.input);
  RunProgress progress(options.input.quiet);
  const Run run = progress.run({.threads = options.input.threads, .incident = std::ref(errors)});
  CrossvalPages pages = errors.during(
      [&] { return read_crossval_pages(options.input.source(), labels, crossval, run); });
  progress.stop();
  run_summary().pages(pages.counts);
  run_summary().result("labelled", pages.labelled);
  run_summary().result("unlabelled", pages.unlabelled);
  if (!options.input.quiet) {
    fmt::print(stderr,
               "pages     {}\nlabels    {} pages with a label, {} without, {} labels without a "
               "page; {} pages taken\n",
               describe_counts(pages.counts, "usable"), with_commas(pages.labelled),
               with_commas(pages.unlabelled), with_commas(pages.missing), with_commas(pages.taken));
  }
  const CrossvalResult result = cross_validate(std::move(pages), crossval, run);
  progress.stop();
  output.write(options.json ? to_json(result, options.significance)
                            : to_table(result, options.significance));
  output.finish();
  return 0;
}

std::function<int()> declare_crossval(OptionTable& table) {
  const auto options = std::make_shared<CrossvalFlags>();
  add_input_options(table, options->input);
  add_truth_options(table, options->truth);
  add_library_options(table, options->crossval);
  table.group("Testing");
  table.add("--significance", options->significance,
            "compare measures by a paired two-tailed t-test over the folds");
  table.group("");
  table.add("--json", options->json, "as JSON, with scores by template and by fold");
  table.add("-o,--output", options->output, "write to this file");
  return [options] { return run_crossval(*options); };
}

}  // namespace

Command crossval() {
  return {
      .name = "crossval",
      .summary = "measure how good classifiers are",
      .examples =
          "  pagekin crossval crawl.warc.gz --truth labels.tsv\n"
          "  pagekin crossval site/ --truth labels.tsv --measure fingerprint --measure "
          "pq_gram:p=3\n"
          "  pagekin crossval crawl.warc.gz --truth labels.tsv --train-per-class 10 --json\n"
          "  pagekin crossval crawl.warc.gz --truth labels.tsv --measure all --sample 500 "
          "--significance\n"
          "\n"
          "Scores are means over templates. With decision best, the most similar template wins; "
          "accuracy is the\nshare of pages that got their own template. With decision all, a "
          "page gets every template whose\nthreshold is met; accuracy is the share of right "
          "answers over all pairs of page and template. The\ncolumn none has the share of "
          "pages of unknown templates that were classified as none. Times are\nof one page on "
          "one core: to extract what the measure needs, without reading and decompressing,\n"
          "and to classify the page against the pages of one fold; pages/s includes both.",
      .declare = declare_crossval};
}

}  // namespace pagekin::cli
