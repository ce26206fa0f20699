// pagekin evaluate: how good a clustering is, measured against known templates.

#include <cstdio>
#include <functional>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "pagekin/eval/assignments.h"
#include "pagekin/eval/evaluation.h"
#include "pagekin/eval/labels.h"

#include "cli/command.h"
#include "cli/output.h"

namespace pagekin::cli {
namespace {

struct Options {
  std::string assignments;
  std::string truth;
  std::string truth_rules;
  std::string output;
  bool json = false;
};

int run(const Options& options) {
  if (options.truth.empty() == options.truth_rules.empty()) {
    throw UsageError("evaluate needs labels: one of --truth and --truth-rules");
  }
  if (options.assignments == "-" && (options.truth == "-" || options.truth_rules == "-")) {
    throw UsageError("assignments and labels cannot both come from standard input");
  }
  const auto labels = options.truth.empty() ? eval::read_label_rules(options.truth_rules)
                                            : eval::read_labels(options.truth);
  const eval::Evaluation result =
      eval::evaluate(eval::read_assignments(options.assignments), *labels, options.assignments);
  Output output(options.output);
  output.write(options.json ? to_json(result) : to_table(result));
  output.finish();
  if (options.json && result.unassigned > 0) {
    fmt::print(stderr, "pagekin: labelled pages without an assignment: {}\n", result.unassigned);
  }
  return 0;
}

std::function<int()> declare(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("assignments", options->assignments,
                 "what 'pagekin cluster -o' wrote (TSV, CSV or JSON lines); - for standard input")
      ->required();
  app.add_option("--truth", options->truth, "labels: TSV of page id and template");
  app.add_option("--truth-rules", options->truth_rules,
                 "rules: lines of a label, a tab and a regular expression found in the page id; "
                 "the first match wins");
  app.add_flag("--json", options->json, "as JSON");
  app.add_option("-o,--output", options->output, "write to this file");
  return [options] { return run(*options); };
}

}  // namespace

Command evaluate() {
  return {.name = "evaluate",
          .summary = "measure how good a clustering is",
          .examples =
              "  pagekin evaluate clusters.tsv --truth labels.tsv\n"
              "  pagekin cluster crawl.warc.gz | pagekin evaluate - --truth labels.tsv\n"
              "  pagekin evaluate clusters.tsv --truth-rules rules.tsv --json",
          .declare = declare};
}

}  // namespace pagekin::cli
