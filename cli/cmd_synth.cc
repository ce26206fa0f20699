// pagekin synth: a labelled synthetic crawl, for tests, demos and scale runs.

#include <cstdio>
#include <functional>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "pagekin/synth.h"
#include "pagekin/text.h"

#include "cli/command.h"
#include "cli/library_options.h"
#include "cli/options.h"
#include "cli/run_progress.h"
#include "cli/run_summary.h"

namespace pagekin::cli {
namespace {

struct SynthFlags {
  SynthOptions synth;
  unsigned threads = 0;
  std::string output;
  bool quiet = false;
};

int run_synth(const SynthFlags& options) {
  as_usage([&] { check_options(options.synth); });
  RunProgress progress(options.quiet);
  const SynthResult written = write_synthetic_crawl(options.output, options.synth,
                                                    progress.run({.threads = options.threads}));
  progress.stop();
  run_summary().result("pages", written.pages);
  run_summary().result("sites", written.sites);
  run_summary().result("html_bytes", written.html_bytes);
  if (!options.quiet) {
    fmt::print(stderr, "{} pages, {:.1f} MB of HTML, {} sites in {}; labels in {}\n", written.pages,
               static_cast<double>(written.html_bytes) / 1e6, written.sites,
               printable(options.output), printable(written.labels));
  }
  return 0;
}

std::function<int()> declare_synth(OptionTable& table) {
  const auto options = std::make_shared<SynthFlags>();
  table
      .add("-o,--output", options->output,
           "FILE.warc.gz, FILE.warc, FILE.jsonl, FILE.jsonl.gz, or a new or empty directory; "
           "labels go to "
           "FILE.labels.tsv or DIR/labels.tsv")
      .required()
      .writes(Writes::kFile);
  add_library_options(table, options->synth);
  table.add("--threads", options->threads, "threads; 0 for one per core")
      .range(0, 1024)
      .show_default();
  table.add("-q,--quiet", options->quiet, "no progress and no summary");
  return [options] { return run_synth(*options); };
}

}  // namespace

Command synth() {
  return {.name = "synth",
          .summary = "make a labelled synthetic crawl",
          .examples =
              "  pagekin synth -o demo.warc.gz\n"
              "  pagekin synth -o demo/ --templates 5 --pages 200 --sites 2\n"
              "  pagekin synth -o big.warc.gz --templates 500 --pages 1000000 --seed 7\n"
              "  pagekin synth -o before.warc.gz --redesign 2 --part 1/2\n"
              "  pagekin synth -o after.warc.gz --redesign 2 --part 2/2",
          .declare = declare_synth};
}

}  // namespace pagekin::cli
