// pagekin extract: the data of pages as records.

#include <functional>
#include <memory>

#include "cli/command.h"
#include "cli/extract_by_wrapper.h"
#include "cli/input_options.h"
#include "cli/options.h"
#include "cli/output.h"

namespace pagekin::cli {
namespace {

struct Options {
  InputOptions input;
  WrapperExtraction extraction;
};

int run(const Options& options) {
  if (options.extraction.wrapper.empty()) {
    throw UsageError("--wrapper is missing; 'pagekin learn' makes a wrapper from labelled pages");
  }
  return extract_by_wrapper(options.input, options.extraction);
}

std::function<int()> declare(OptionTable& table) {
  const auto options = std::make_shared<Options>();
  add_input_options(table, options->input);
  add_wrapper_options(table, options->extraction);
  table.add("-o,--output", options->extraction.output,
            "write records to " + file_endings() + "; JSON lines on standard output otherwise");
  return [options] { return run(*options); };
}

}  // namespace

Command extract() {
  return {
      .name = "extract",
      .summary = "extract the data of pages",
      .examples =
          "  pagekin extract shop.warc.gz --wrapper shop.wrapper -o records.jsonl\n"
          "  pagekin extract today.warc.gz --wrapper shop.wrapper -o today.csv --fail-on broken\n"
          "  pagekin extract new.warc.gz --wrapper shop.wrapper --repair new.wrapper",
      .declare = declare};
}

}  // namespace pagekin::cli
