// pagekin evaluate: how good a clustering is, measured against known templates, or by a
// measure where there are none.

#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "pagekin/compare.h"
#include "pagekin/evaluate.h"
#include "pagekin/text.h"

#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/library_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/run_on_inputs.h"
#include "cli/run_summary.h"
#include "cli/truth_options.h"

namespace pagekin::cli {
namespace {

struct EvaluateFlags {
  std::string assignments;
  InputOptions input;
  TruthOptions truth;
  InternalOptions internal;
  TableOptions groups;
  std::string table;
  std::string output;
  bool json = false;

  bool has_truth() const { return !truth.labels.empty() || !truth.rules.empty(); }
};

void check_scores(const EvaluateFlags& options) {
  if (options.internal.measure.empty()) {
    if (!options.has_truth()) {
      throw UsageError(
          "evaluate needs labels, one of --truth and --truth-rules, or --measure and the pages");
    }
    if (!options.input.inputs.empty()) {
      throw UsageError("evaluate reads pages for --measure only, got '" +
                       options.input.inputs.front() + "'");
    }
  } else {
    if (!options.table.empty() && !options.has_truth()) {
      throw UsageError("--table needs labels: one of --truth and --truth-rules");
    }
    as_usage([&] { check_measure(options.internal.measure); });
    if (options.input.inputs.empty()) {
      throw UsageError("--measure needs the pages: name the inputs after the assignments");
    }
  }
  const bool labels_from_stdin = options.truth.labels == "-" || options.truth.rules == "-";
  if (options.assignments == "-" && labels_from_stdin) {
    throw UsageError("assignments and labels cannot both come from standard input");
  }
  const bool inputs_from_stdin = std::ranges::count(options.input.inputs, "-") > 0;
  if (inputs_from_stdin && (options.assignments == "-" || labels_from_stdin)) {
    throw UsageError("only one of assignments, labels and inputs can come from standard input");
  }
}

InternalEvaluation by_measure(const EvaluateFlags& options,
                              const std::vector<Assignment>& assignments) {
  InternalEvaluation result = run_on_inputs(options.input, [&](const Run& run) {
    return evaluate_by_measure(options.input.source(), assignments, options.internal, run);
  });
  run_summary().pages(result.counts);
  if (!options.input.quiet) {
    fmt::print(stderr, "pages     {}\n", describe_counts(result.counts, "usable"));
  }
  return result;
}

// Says that the labels seem to be those of other pages.
void warn_of_labels(const Evaluation& evaluation, const std::vector<Assignment>& assignments,
                    const Labels& labels) {
  std::string example;
  for (const Assignment& row : assignments) {
    if (labels.template_of(row.page)) continue;
    example = ", such as " + printable(row.page);
    break;
  }
  std::string labelled;
  if (evaluation.labelled) labelled = ", and for " + with_commas(*evaluation.labelled) + " in all";
  fmt::print(stderr,
             "pagekin: warning: {} has labels for only {} of the {} clustered pages{}\n"
             "The scores say nothing about the other pages{}.\n"
             "Check that these are the labels of this crawl, with the same page ids.\n",
             printable(labels.name()), with_commas(evaluation.pages),
             with_commas(evaluation.assigned), labelled, example);
}

int run_evaluate(const EvaluateFlags& options) {
  check_scores(options);
  Labels labels;
  if (options.has_truth()) labels = read_truth(options.truth, "evaluate");
  const std::vector<Assignment> assignments = read_assignments(options.assignments, options.groups);
  std::optional<Evaluation> labelled;
  if (!labels.is_empty()) labelled = evaluate(assignments, labels, options.assignments);
  const FileFormat table_format = table_format_of(options.table, "--table");
  Output output(options.output);  // before the work: a bad path should not cost a run
  std::optional<InternalEvaluation> internal;
  if (!options.internal.measure.empty()) internal = by_measure(options, assignments);
  std::string text;
  if (options.json) {
    text = to_json(labelled ? &*labelled : nullptr, internal ? &*internal : nullptr);
  } else {
    if (labelled) text = to_table(*labelled);
    if (internal) text += (text.empty() ? "" : "\n") + to_table(*internal);
  }
  run_summary().result("assignments", assignments.size());
  if (labelled) run_summary().result("unassigned", labelled->unassigned);
  output.write(text);
  output.finish();
  if (labelled && !options.table.empty()) {
    Output table(options.table);
    write_labels_by_cluster(*labelled, table_format, table.sink());
    table.finish();
  }
  if (options.json && labelled && labelled->unassigned > 0) {
    fmt::print(stderr, "pagekin: labelled pages without an assignment: {}\n", labelled->unassigned);
  }
  if (labelled && labelled->few_match) warn_of_labels(*labelled, assignments, labels);
  return 0;
}

std::function<int()> declare_evaluate(OptionTable& table) {
  const auto options = std::make_shared<EvaluateFlags>();
  table
      .add("assignments", options->assignments,
           "what 'pagekin cluster -o' wrote (TSV, CSV, JSON lines or Parquet, also compressed); - "
           "for "
           "standard input")
      .required();
  add_input_options(table, options->input, /*required=*/false);
  add_truth_options(table, options->truth);
  add_library_options(table, options->internal);
  add_library_options(table, options->groups);
  table.group("Output");
  table
      .add("--table", options->table,
           "write how many pages of each label are in each cluster to " + file_endings())
      .value("FILE")
      .writes(Writes::kFileOrStandardOutput);
  table.group("");
  table.add("--json", options->json, "as JSON");
  table.add("-o,--output", options->output, "write to this file");
  return [options] { return run_evaluate(*options); };
}

}  // namespace

Command evaluate() {
  return {
      .name = "evaluate",
      .summary = "measure how good a clustering is",
      .examples =
          "  pagekin evaluate clusters.tsv --truth labels.tsv\n"
          "  pagekin cluster crawl.warc.gz | pagekin evaluate - --truth labels.tsv\n"
          "  pagekin evaluate clusters.tsv --truth-rules rules.tsv --json\n"
          "  pagekin evaluate clusters.tsv crawl.warc.gz --measure path_cosine\n"
          "\n"
          "With --measure all pairs of pages are compared. Cohesion is the mean similarity of "
          "pairs of pages of\nthe same cluster, separation 1 minus that of pairs of different "
          "clusters. The silhouette of a page is\n(b - a) / max(a, b), a being its mean "
          "distance (1 - similarity) from the other pages of its cluster and\nb the least "
          "mean distance from those of another cluster. It is 0 for a page that is alone in its "
          "cluster. Pages\nof cluster 0 and pages without an assignment do not count.",
      .declare = declare_evaluate};
}

}  // namespace pagekin::cli
