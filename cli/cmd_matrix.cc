// pagekin matrix: write the similarities of all pairs of pages.

#include <cstdio>
#include <functional>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "pagekin/compare.h"
#include "pagekin/matrix.h"
#include "pagekin/text.h"

#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/library_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/run_on_inputs.h"
#include "cli/run_summary.h"

namespace pagekin::cli {
namespace {

struct MatrixFlags {
  InputOptions input;
  MatrixOptions matrix;
  std::string output;
};

int run_matrix(const MatrixFlags& options) {
  as_usage([&] { check_measure(options.matrix.measure); });
  const auto format = matrix_format_of(options.output);
  if (!format) throw UsageError("-o takes FILE.npy, .csv or .tsv, got '" + options.output + "'");
  Output output(options.output);  // before the work: a bad path should not cost a run
  std::unique_ptr<Output> ids;
  if (*format == MatrixFormat::kNpy) {
    ids = std::make_unique<Output>(options.output + ".pages.tsv");
  }

  const PairSimilarities similarities = run_on_inputs(options.input, [&](const Run& run) {
    return compare_all(options.input.source(), options.matrix, run);
  });
  write_matrix(similarities, *format, output.sink());
  if (ids) {
    write_matrix_ids(similarities, ids->sink());
    ids->finish();
  }
  output.finish();
  run_summary().pages(similarities.counts);
  run_summary().result("pairs", similarities.pairs);
  run_summary().seconds("reading", similarities.read_seconds);
  run_summary().seconds("comparing", similarities.compare_seconds);
  if (!options.input.quiet) {
    const auto pairs = static_cast<double>(similarities.pairs);
    fmt::print(
        stderr,
        "pages     {}\npairs     {}\ntime      {:.2f} s read, {:.2f} s compare; {} pairs/s\n",
        describe_counts(similarities.counts), with_commas(similarities.pairs),
        similarities.read_seconds, similarities.compare_seconds,
        with_commas(static_cast<std::uint64_t>(pairs / similarities.compare_seconds)));
  }
  return 0;
}

std::function<int()> declare_matrix(OptionTable& table) {
  const auto options = std::make_shared<MatrixFlags>();
  add_input_options(table, options->input);
  add_library_options(table, options->matrix);
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
