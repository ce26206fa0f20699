// pagekin fingerprint: the template fingerprint of each page, or how much its
// first and last parts show.

#include <cstdio>
#include <functional>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "pagekin/file_format.h"
#include "pagekin/fingerprint.h"
#include "pagekin/text.h"

#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/library_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/run_progress.h"
#include "cli/run_summary.h"

namespace pagekin::cli {
namespace {

struct FingerprintFlags {
  InputOptions input;
  FingerprintOptions fingerprint;
  std::string output;
  bool entropy = false;
};

int run_fingerprint(const FingerprintFlags& options) {
  as_usage([&] { check_options(options.fingerprint); });
  if (format_of_name(options.output).value_or(FileFormat()) != FileFormat()) {
    throw UsageError(
        "-o of fingerprint takes FILE.tsv or a name that is not that of a table, got '" +
        printable(options.output) + "'");
  }
  ErrorLog errors(options.input);
  RunProgress progress(options.input.quiet);
  Output output(options.output);
  const Run run = progress.run({.threads = options.input.threads, .incident = std::ref(errors)});
  const PageCounts counts = errors.during([&] {
    const Source source = options.input.source();
    if (!options.entropy) {
      return write_fingerprints(source, options.fingerprint, output.sink(), run);
    }
    const FingerprintEntropies entropies = fingerprint_entropies(source, options.fingerprint, run);
    progress.stop();
    write_table(entropies, output.sink());
    fmt::print(stderr, "the entropies break even at split {}\n", entropies.break_even);
    return entropies.counts;
  });
  progress.stop();
  run_summary().pages(counts);
  output.finish();
  if (!options.input.quiet) fmt::print(stderr, "pages     {}\n", describe_counts(counts));
  return 0;
}

std::function<int()> declare_fingerprint(OptionTable& table) {
  const auto options = std::make_shared<FingerprintFlags>();
  add_input_options(table, options->input);
  add_library_options(table, options->fingerprint);
  table.group("Fingerprint");
  table.add("--entropy", options->entropy,
            "print instead the entropy of both parts of the fingerprints, in bits, for every place "
            "to split");
  table.group("");
  table.add("-o,--output", options->output, "write to this file");
  return [options] { return run_fingerprint(*options); };
}

}  // namespace

Command fingerprint() {
  return {.name = "fingerprint",
          .summary = "print the template fingerprint of each page",
          .examples =
              "  pagekin fingerprint crawl.warc.gz\n"
              "  pagekin fingerprint site/ --length 40 --tags block\n"
              "  pagekin fingerprint site/ --tags div+p+table\n"
              "  pagekin fingerprint crawl.warc.gz --entropy",
          .declare = declare_fingerprint};
}

}  // namespace pagekin::cli
