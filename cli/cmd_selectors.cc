// pagekin selectors: XPath and CSS selectors of the fields of a wrapper.

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

struct SelectorsFlags {
  std::string wrapper;
  InputOptions input;
  SelectorOptions selectors;
  std::string output;
};

int run_selectors(const SelectorsFlags& options) {
  Output output(options.output);  // before the work: a bad path should not cost a run
  const FieldWrapper wrapper = FieldWrapper::load(options.wrapper);
  const FieldWrapper::Selectors found = run_on_inputs(options.input, [&](const Run& run) {
    return wrapper.find_selectors(options.input.source(), options.selectors, run);
  });
  output.write(found.text);
  output.finish();
  run_summary().pages(found.counts);
  run_summary().result("templates", found.templates);
  if (found.templates == 0) {
    fmt::print(stderr, "pagekin: no page of the inputs has a template of the wrapper\n");
    return kFailed;
  }
  return 0;
}

std::function<int()> declare_selectors(OptionTable& table) {
  const auto options = std::make_shared<SelectorsFlags>();
  options->input.read_twice();
  table.add("wrapper", options->wrapper, "a wrapper of 'pagekin learn'").required();
  add_input_options(table, options->input);
  add_library_options(table, options->selectors);
  table.add("-o,--output", options->output, "write to this file; standard output otherwise");
  return [options] { return run_selectors(*options); };
}

}  // namespace

Command selectors() {
  return {.name = "selectors",
          .summary = "print XPath and CSS selectors for the fields of a wrapper",
          .examples =
              "  pagekin selectors shop.wrapper shop.warc.gz\n"
              "  pagekin selectors shop.wrapper shop.warc.gz --format scrapy -o shop_fields.py\n"
              "\n"
              "Each selector is checked on all pages: how often it finds what the wrapper finds.\n"
              "Selectors that rest on labels and names come before those that count positions.",
          .declare = declare_selectors};
}

}  // namespace pagekin::cli
