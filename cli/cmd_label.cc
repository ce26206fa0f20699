// pagekin label: the pages to label, with their slots numbered.

#include <cstdio>
#include <functional>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "pagekin/fields.h"

#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/library_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/run_on_inputs.h"
#include "cli/run_summary.h"

namespace pagekin::cli {
namespace {

struct LabelFlags {
  InputOptions input;
  bool representatives = false;
  LabelPagesOptions label;
  std::string output;
};

int run_label(const LabelFlags& options) {
  if (!options.representatives) {
    throw UsageError("--representatives is missing: it writes the pages to label as JSON");
  }
  Output output(options.output);  // before the work: a bad path should not cost a run
  as_usage([&] { check_options(options.label.templates); });
  const PagesToLabel chosen = run_on_inputs(options.input, [&](const Run& run) {
    return find_pages_to_label(options.input.source(), options.label, run);
  });
  output.write(chosen.json);
  output.finish();
  run_summary().pages(chosen.counts);
  run_summary().result("templates", chosen.templates);
  run_summary().caution(chosen.caution);
  if (!options.input.quiet) fmt::print(stderr, "{}", chosen.summary);
  return 0;
}

std::function<int()> declare_label(OptionTable& table) {
  const auto options = std::make_shared<LabelFlags>();
  options->input.read_twice();
  add_input_options(table, options->input);
  table.add("--representatives", options->representatives,
            "write the pages to label, with their slots numbered, as JSON");
  add_library_options(table, options->label.templates);
  table.group("");
  add_library_options(table, options->label);
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
