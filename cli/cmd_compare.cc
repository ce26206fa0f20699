// pagekin compare: how alike two pages are, under one, several or all measures.

#include <cstdio>
#include <functional>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "pagekin/compare.h"
#include "pagekin/text.h"

#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/library_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/run_summary.h"
#include "cli/signals.h"

namespace pagekin::cli {
namespace {

struct CompareFlags {
  InputOptions input;
  std::vector<std::string> from;
  CompareOptions compare;
  std::string output;
  bool json = false;
};

int run_compare(const CompareFlags& options) {
  if (options.input.inputs.size() != 2) {
    throw UsageError(
        fmt::format("compare takes two pages, got {}; 'pagekin matrix' compares all pairs of many",
                    options.input.inputs.size()));
  }
  const std::vector<std::string> measures = expand_measures(options.compare.measures);
  for (const std::string& spec : measures) as_usage([&] { check_measure(spec, false); });
  Output output(options.output);
  InputOptions unnamed = options.input;
  unnamed.quiet = !unnamed.verbose;  // an unreadable page ends the run and is named there
  ErrorLog errors(unnamed);
  Source source = options.input.source();
  source.inputs = options.from;
  const PageComparison comparison = compare_pages(
      source, {options.input.inputs[0], options.input.inputs[1]}, {.measures = measures},
      {.threads = options.input.threads,
       .stop = program_stop_token(),
       .progress = nullptr,
       .incident = std::ref(errors)});
  errors.finish();
  run_summary().result("measures", measures.size());
  if (!options.input.quiet && !options.input.verbose) {
    for (const Incident& incident : comparison.limited) {
      fmt::print(stderr, "limited: {}\n", printable(to_text(incident)));
    }
  }
  output.write(options.json ? to_json(comparison) : to_table(comparison));
  output.finish();
  return 0;
}

std::function<int()> declare_compare(OptionTable& table) {
  const auto options = std::make_shared<CompareFlags>();
  add_input_options(table, options->input);
  table
      .add("--from", options->from,
           "an input that has the two pages, which are then given by their ids")
      .repeated();
  add_library_options(table, options->compare);
  table.add("--json", options->json, "as JSON");
  table.add("-o,--output", options->output, "write to this file");
  return [options] { return run_compare(*options); };
}

}  // namespace

Command compare() {
  return {.name = "compare",
          .summary = "print the similarity of two pages by any measure",
          .examples =
              "  pagekin compare a.html b.html\n"
              "  pagekin compare a.html b.html --measure style --measure pq_gram:p=3,q=2\n"
              "  pagekin compare --from crawl.warc.gz http://a.test/1 http://a.test/2 --json",
          .declare = declare_compare};
}

}  // namespace pagekin::cli
