// pagekin learn: fields from labelled pages.

#include <cstdio>
#include <functional>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "pagekin/core/atomic_file.h"
#include "pagekin/core/text.h"
#include "pagekin/extraction/learn_wrapper.h"
#include "pagekin/fields.h"
#include "pagekin/report/field_records.h"
#include "pagekin/version.h"
#include "pagekin/wrapper/wrapper_file.h"

#include "cli/command.h"
#include "cli/inner_source.h"
#include "cli/input_options.h"
#include "cli/library_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress_bar.h"
#include "cli/run_summary.h"
#include "cli/template_options.h"

namespace pagekin::cli {
namespace {

struct LearnFlags {
  InputOptions input;
  std::string fields;
  std::string answers;
  TemplateOptions templates;
  unsigned sample = 300;
  std::string output;
  bool json = false;
  bool ask = false;
};

int run_learn(const LearnFlags& options) {
  if (options.fields.empty() && options.answers.empty()) {
    throw UsageError(
        "--fields or --answers is missing: a table of labels, or answers to 'pagekin label'");
  }
  const clustering::GroupOptions groups = inner_groups(options.templates, options.input);
  // Before the work: a bad path should not cost a run. Nothing is left of it.
  { const AtomicFile probe(options.output); }
  ErrorLog errors(options.input);
  Progress reading;
  Progress comparing;
  ProgressBar bar({&reading, &comparing}, options.input.quiet);
  extraction::LearnWrapperOptions learn;
  learn.pages = groups;
  learn.fields = options.fields;
  learn.answers = options.answers;
  learn.sample = options.sample;
  const extraction::LearnWrapperRun run = errors.during(
      [&] { return extraction::learn_wrapper(learn, std::ref(errors), &reading, &comparing); });
  bar.stop();
  wrapper::write_wrapper(options.output, run.wrapper, kVersion);
  if (options.json) {
    Output output("");
    output.write(report::to_json(run));
    output.finish();
  }
  run_summary().pages(run.counts);
  run_summary().result("templates", run.templates);
  run_summary().result("labels", run.labels);
  run_summary().result("problems", run.problems.size());
  if (!options.input.quiet) fmt::print(stderr, "{}", report::summarise(run));
  const std::string questions = options.ask ? report::describe_questions(run) : "";
  fmt::print(stderr, "{}{}", report::describe_problems(run, options.input.verbose), questions);
  return run.problems.empty() && questions.empty() ? 0 : kFailed;
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
  add_template_options(table, options->templates);
  table.group("");
  add_library_option<LearnFieldsOptions>(table, option_text<LearnFieldsOptions>("sample"),
                                         options->sample);
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
