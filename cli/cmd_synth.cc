// pagekin synth: a labelled synthetic crawl, for tests, demos and scale runs.

#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/input/read_pages.h"
#include "pagekin/synth/synth.h"

#include "cli/command.h"
#include "cli/options.h"
#include "cli/progress_bar.h"

namespace pagekin::cli {
namespace {

struct SynthFlags {
  synth::SynthOptions synth;
  std::string part = "1/1";
  std::string output;
  bool quiet = false;
};

synth::Crawl make_crawl(const SynthFlags& options) {
  synth::SynthOptions given = options.synth;
  given.part = synth::parse_part(options.part);
  return synth::Crawl(given);
}

int run_synth(const SynthFlags& options) {
  const synth::Crawl crawl = as_usage([&] { return make_crawl(options); });
  // The bar shows bytes read; here its total and its progress are pages.
  input::Progress progress;
  progress.total = crawl.part().end - crawl.part().first;
  ProgressBar bar(progress, options.quiet);
  const synth::Written written =
      synth::write_crawl(crawl, options.output, [&](std::uint64_t pages) {
        progress.done = pages;
        progress.items = pages;
      });
  bar.stop();
  if (!options.quiet) {
    fmt::print(stderr, "{} pages, {:.1f} MB of HTML, {} sites in {}; labels in {}\n", written.pages,
               static_cast<double>(written.html_bytes) / 1e6, written.sites,
               printable(options.output), printable(synth::labels_path(options.output)));
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
  table.group("Crawl");
  table.add("--templates", options->synth.templates, "templates over all sites").show_default();
  table.add("--pages", options->synth.pages, "pages of all templates together").show_default();
  table.add("--sites", options->synth.sites, "sites; 0 for one per five templates").show_default();
  table.add("--seed", options->synth.seed, "another seed makes another crawl").show_default();
  table
      .add("--redesign", options->synth.redesign,
           "templates that get a new design half-way through the crawl: their pages in "
           "the second half are labelled NAME-redesigned; all other pages do not "
           "change")
      .show_default();
  table
      .add("--part", options->part,
           "cut the crawl into N parts and write only part K; its pages are those of the whole "
           "crawl")
      .value("K/N")
      .show_default();
  table.group("");
  table.add("--threads", options->synth.threads, "threads; 0 for one per core")
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
