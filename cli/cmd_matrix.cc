// pagekin matrix: write the similarities of all pairs of pages.

#include <cstdio>
#include <functional>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "pagekin/core/atomic_file.h"
#include "pagekin/core/stopwatch.h"
#include "pagekin/core/text.h"
#include "pagekin/measure/all_pairs.h"
#include "pagekin/pipeline/page_set.h"
#include "pagekin/report/matrix_file.h"

#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress_bar.h"
#include "cli/run_summary.h"

namespace pagekin::cli {
namespace {

struct MatrixFlags {
  InputOptions input;
  std::string measure;
  std::string output;
};

pipeline::PageSet read_matrix_pages(const MatrixFlags& options, const features::Needs& needs) {
  ErrorLog errors(options.input);
  Progress progress;
  const ProgressBar bar(progress, options.input.quiet);
  return errors.during([&] {
    return pipeline::read_page_set(options.input.source(), needs, std::ref(errors), &progress);
  });
}

int run_matrix(const MatrixFlags& options) {
  const auto measure = as_usage([&] { return measure::make_symmetric(options.measure); });
  const auto format = report::matrix_format_of(options.output);
  if (!format) throw UsageError("-o takes FILE.npy, .csv or .tsv, got '" + options.output + "'");
  Output output(options.output);  // before the work: a bad path should not cost a run
  std::unique_ptr<Output> ids;
  if (*format == report::MatrixFormat::kNpy) {
    ids = std::make_unique<Output>(options.output + ".pages.tsv");
  }

  const Stopwatch reading;
  pipeline::PageSet set = read_matrix_pages(options, measure->needs());
  pipeline::fit(*measure, set.features);
  const double read_seconds = reading.seconds();

  const Stopwatch comparing;
  Progress progress{.unit = "pairs"};
  ProgressBar bar(progress, options.input.quiet);
  const SimilarityMatrix matrix =
      measure::all_pairs(*measure, set.features, options.input.read.threads, &progress);
  bar.stop();
  const double compare_seconds = comparing.seconds();

  report::write_matrix(matrix, set.ids, *format,
                       [&](std::string_view bytes) { output.write(bytes); });
  if (ids) {
    report::write_matrix_ids(set.ids, [&](std::string_view bytes) { ids->write(bytes); });
    ids->finish();
  }
  output.finish();
  run_summary().pages(set.counts);
  run_summary().result("pairs", progress.items.load());
  run_summary().seconds("reading", read_seconds);
  run_summary().seconds("comparing", compare_seconds);
  if (!options.input.quiet) {
    const auto pairs = static_cast<double>(progress.items.load());
    fmt::print(
        stderr,
        "pages     {}\npairs     {}\ntime      {:.2f} s read, {:.2f} s compare; {} pairs/s\n",
        pipeline::describe_counts(set.counts), with_commas(progress.items), read_seconds,
        compare_seconds, with_commas(static_cast<std::uint64_t>(pairs / compare_seconds)));
  }
  return 0;
}

std::function<int()> declare_matrix(OptionTable& table) {
  const auto options = std::make_shared<MatrixFlags>();
  add_input_options(table, options->input);
  table
      .add("--measure", options->measure,
           "name or name:option=value,...; see 'pagekin list measures'")
      .required();
  table
      .add("-o,--output", options->output,
           "FILE.npy (32-bit floats; page ids go to FILE.npy.pages.tsv), .csv or .tsv")
      .required()
      .writes(Writes::kFile);
  return [options] { return run_matrix(*options); };
}

}  // namespace

Command matrix() {
  return {.name = "matrix",
          .summary = "write the similarities of all pairs of pages",
          .examples =
              "  pagekin matrix site/ --measure style -o similarities.tsv\n"
              "  pagekin matrix crawl.warc.gz --measure path_cosine:shingle=3 -o pairs.npy",
          .declare = declare_matrix};
}

}  // namespace pagekin::cli
