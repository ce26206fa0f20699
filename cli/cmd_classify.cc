// pagekin classify: name each page's template, or none.

#include <cstdio>
#include <functional>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "pagekin/model/classifier.h"
#include "pagekin/pipeline/classify_pages.h"
#include "pagekin/pipeline/open_classifier.h"
#include "pagekin/report/classification.h"

#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress_bar.h"

namespace pagekin::cli {
namespace {

struct Options {
  InputOptions input;
  std::string model;
  std::string decision = "best";
  std::string output;
};

int run_classify(const Options& options) {
  const model::Decide decide =
      options.decision == "all" ? model::Decide::kAll : model::Decide::kBest;
  const eval::TableFormat format = table_format_of(options.output);
  Output output(options.output);  // before the work: a bad path should not cost a run
  const std::unique_ptr<model::PageClassifier> opened = pipeline::open_classifier(options.model);
  const model::PageClassifier& classifier = *opened;
  report::ClassificationWriter writer(format, classifier, decide,
                                      [&](std::string_view bytes) { output.write(bytes); });
  ErrorLog errors(options.input);
  Progress progress;
  ProgressBar bar(progress, options.input.quiet);
  const pipeline::ClassifyRun run = errors.during([&] {
    return pipeline::classify_pages(
        {.source = options.input.source(), .decide = decide}, classifier,
        [&](std::string_view id, const model::Decision& decision) { writer.write(id, decision); },
        std::ref(errors), &progress);
  });
  bar.stop();
  writer.finish();
  output.finish();
  if (!options.input.quiet) fmt::print(stderr, "{}", report::summarise(run, classifier));
  return 0;
}

std::function<int()> declare(OptionTable& table) {
  const auto options = std::make_shared<Options>();
  add_input_options(table, options->input);
  table
      .add("--model", options->model,
           "a model of 'pagekin train', or an index of 'pagekin cluster --index'; an index names "
           "templates by the numbers of its clusters")
      .required();
  table
      .add("--decision", options->decision,
           "best: the most similar template; all: every template whose threshold is met, "
           "joined by '|'")
      .one_of({"best", "all"})
      .show_default();
  table.add("-o,--output", options->output,
            "write page, template and score to FILE.tsv, .csv or .jsonl; TSV on standard "
            "output otherwise");
  return [options] { return run_classify(*options); };
}

}  // namespace

Command classify() {
  return {.name = "classify",
          .summary = "name each page's template, or none",
          .examples =
              "  pagekin classify new.warc.gz --model site.model -o templates.tsv\n"
              "  pagekin classify site/ --model site.model --decision all\n"
              "  pagekin classify tuesday.warc.gz --model site.index",
          .declare = declare};
}

}  // namespace pagekin::cli
