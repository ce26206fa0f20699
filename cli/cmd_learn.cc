// pagekin learn: fields from labelled pages.

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "pagekin/fields.h"
#include "pagekin/output_file.h"
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

struct LearnFlags {
  InputOptions input;
  std::string fields;
  std::string answers;
  LearnFieldsOptions learn;
  std::string output;
  bool json = false;
  bool ask = false;
};

constexpr std::size_t kShownLabels = 10;

// "labels.tsv, line 3: field 'price' of page 'a': ...", one a line.
void print_unused(const std::vector<UnusedLabel>& unused, bool all) {
  const std::size_t count = all ? unused.size() : std::min(unused.size(), kShownLabels);
  for (std::size_t i = 0; i < count; ++i) {
    const UnusedLabel& label = unused[i];
    if (!label.file.empty()) {
      fmt::print(stderr, "{}, line {}: ", printable(label.file), label.line);
    }
    fmt::print(stderr, "field '{}' of page '{}': {}\n", printable(label.field),
               printable(label.page), label.problem);
  }
  if (count == unused.size()) return;
  fmt::print(stderr, "and {} more labels that cannot be used; -v shows all\n",
             with_commas(unused.size() - count));
}

int run_learn(const LearnFlags& options) {
  if (options.fields.empty() && options.answers.empty()) {
    throw UsageError(
        "--fields or --answers is missing: a table of labels, or answers to 'pagekin label'");
  }
  as_usage([&] { check_options(options.learn.templates); });
  // Before the work: a bad path should not cost a run. Nothing is left of it.
  { const OutputFile probe(options.output); }
  const FieldLearning learning = run_on_inputs(options.input, [&](const Run& run) {
    std::vector<FieldLabel> labels;
    if (!options.fields.empty()) labels = read_field_labels(options.fields);
    if (!options.answers.empty()) {
      const std::vector<FieldLabel> answers = read_field_answers(options.answers);
      labels.insert(labels.end(), answers.begin(), answers.end());
    }
    return learn_fields(options.input.source(), labels, options.learn, run);
  });
  learning.wrapper.save(options.output);
  if (options.json) {
    Output output("");
    output.write(learning.json);
    output.finish();
  }
  run_summary().pages(learning.counts);
  run_summary().result("templates", learning.templates);
  run_summary().result("labels", learning.labels);
  run_summary().result("problems", learning.unused.size());
  run_summary().caution(learning.caution);
  if (!options.input.quiet) fmt::print(stderr, "{}", learning.summary);
  print_unused(learning.unused, options.input.verbose);
  const bool asks = options.ask && !learning.questions.empty();
  if (asks) fmt::print(stderr, "{}", learning.questions);
  return learning.unused.empty() && !asks ? 0 : kFailed;
}

std::function<int()> declare_learn(OptionTable& table) {
  const auto options = std::make_shared<LearnFlags>();
  options->input.read_twice();
  add_input_options(table, options->input);
  table
      .add(
          "--fields", options->fields,
          "labels: a table with the columns page, field and value; xpath or css may stand in place "
          "of value. An empty value says that the page lacks the field")
      .value("FILE");
  table.add("--answers", options->answers, "answers to 'pagekin label --representatives', as JSON")
      .value("FILE");
  add_library_options(table, options->learn.templates);
  table.group("");
  add_library_options(table, options->learn);
  table.add("-o,--output", options->output, "write the wrapper to this file")
      .required()
      .writes(Writes::kFile);
  table.add("--ask", options->ask,
            "list fields whose labels are not certain, with the places where the value stands and "
            "the page to label next; the exit status is 1 until there is none");
  table.add("--json", options->json, "print what was learned as JSON on standard output");
  return [options] { return run_learn(*options); };
}

}  // namespace

Command learn() {
  return {
      .name = "learn",
      .summary = "learn from labelled pages how to extract fields",
      .examples =
          "  pagekin learn shop.warc.gz --fields labels.tsv -o shop.wrapper\n"
          "  pagekin learn shop/ --answers answers.json --clusters clusters.tsv -o shop.wrapper\n"
          "\n"
          "One labelled page of a template is often enough: pages without labels show which\n"
          "selectors find the same kind of value everywhere. See docs/extraction.md.",
      .declare = declare_learn};
}

}  // namespace pagekin::cli
