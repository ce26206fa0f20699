// pagekin selectors: XPath and CSS selectors of the fields of a wrapper.

#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "pagekin/pipeline/find_selectors.h"
#include "pagekin/report/selectors.h"
#include "pagekin/wrapper/wrapper_file.h"

#include "cli/command.h"
#include "cli/inner_source.h"
#include "cli/input_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress_bar.h"
#include "cli/run_summary.h"

namespace pagekin::cli {
namespace {

const std::vector<std::string> kFormats = {"text", "json", "crawl4ai", "scrapy", "console"};

struct SelectorsFlags {
  std::string wrapper;
  InputOptions input;
  std::string format = "text";
  unsigned best = 5;
  std::string output;
};

int run_selectors(const SelectorsFlags& options) {
  const auto format = static_cast<report::SelectorFormat>(
      std::ranges::find(kFormats, options.format) - kFormats.begin());
  Output output(options.output);  // before the work: a bad path should not cost a run
  const wrapper::Wrapper wrapper = wrapper::read_wrapper(options.wrapper);
  ErrorLog errors(options.input);
  Progress progress;
  ProgressBar bar(progress, options.input.quiet);
  const pipeline::SelectorsRun run = errors.during([&] {
    return pipeline::find_selectors({.source = inner_source(options.input), .best = options.best},
                                    wrapper, std::ref(errors), &progress);
  });
  bar.stop();
  output.write(report::write_selectors(run, format));
  output.finish();
  run_summary().pages(run.counts);
  run_summary().result("templates", run.templates.size());
  if (run.templates.empty()) {
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
  table
      .add("--format", options->format,
           "text; json; crawl4ai: schemas for JsonCssExtractionStrategy; scrapy: Python for Scrapy "
           "and parsel; console: JavaScript for a browser")
      .one_of(kFormats)
      .show_default();
  table.add("--best", options->best, "selectors of a field; one more if CSS cannot say any of them")
      .range(1, 100)
      .show_default();
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
              "What rests on labels and names comes before what counts positions.",
          .declare = declare_selectors};
}

}  // namespace pagekin::cli
