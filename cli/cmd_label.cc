// pagekin label: the pages to label, with their slots numbered.

#include <cstdio>
#include <functional>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/fields.h"
#include "pagekin/pipeline/pages_to_label.h"
#include "pagekin/report/pages_to_label.h"

#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/library_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress_bar.h"
#include "cli/run_summary.h"
#include "cli/template_options.h"

namespace pagekin::cli {
namespace {

struct LabelFlags {
  InputOptions input;
  bool representatives = false;
  TemplateOptions templates;
  unsigned max_pages = 20;
  bool all_slots = false;
  std::string output;
};

int run_label(const LabelFlags& options) {
  if (!options.representatives) {
    throw UsageError("--representatives is missing: it writes the pages to label as JSON");
  }
  Output output(options.output);  // before the work: a bad path should not cost a run
  ErrorLog errors(options.input);
  Progress reading;
  Progress comparing;
  ProgressBar bar({&reading, &comparing}, options.input.quiet);
  pipeline::LabelPagesOptions label;
  label.pages = options.templates.groups(options.input);
  label.max_pages = options.max_pages;
  label.all_slots = options.all_slots;
  const pipeline::LabelPagesRun run = errors.during(
      [&] { return pipeline::find_pages_to_label(label, std::ref(errors), &reading, &comparing); });
  bar.stop();
  output.write(report::to_json(run));
  output.finish();
  run_summary().pages(run.counts);
  run_summary().result("templates", run.templates);
  if (!options.input.quiet) fmt::print(stderr, "{}", report::summarise(run));
  return 0;
}

std::function<int()> declare_label(OptionTable& table) {
  const auto options = std::make_shared<LabelFlags>();
  options->input.read_twice();
  add_input_options(table, options->input);
  table.add("--representatives", options->representatives,
            "write the pages to label, with their slots numbered, as JSON");
  add_template_options(table, options->templates);
  table.group("");
  add_library_option<LabelPagesOptions>(table, option_text<LabelPagesOptions>("max_pages"),
                                        options->max_pages);
  add_library_option<LabelPagesOptions>(table, option_text<LabelPagesOptions>("all_slots"),
                                        options->all_slots);
  table.add("-o,--output", options->output, "write to this file; standard output otherwise");
  return [options] { return run_label(*options); };
}

}  // namespace

Command label() {
  return {.name = "label",
          .summary = "choose the pages to label for 'learn', with their slots numbered",
          .examples =
              "  pagekin label shop.warc.gz --representatives -o to_label.json\n"
              "  pagekin learn shop.warc.gz --answers answered.json -o shop.wrapper\n"
              "\n"
              "An answer names slots: {\"page\": \"...\", \"answers\": {\"price\": 17, \"author\": "
              "[3, 5]}}.\n"
              "A text in place of a number is the value itself; null says that the page lacks the\n"
              "field. The file itself may be sent back with its \"answers\" filled in.",
          .declare = declare_label};
}

}  // namespace pagekin::cli
