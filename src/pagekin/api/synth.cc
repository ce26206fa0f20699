#include "pagekin/synth.h"

#include "pagekin/api/own_thread.h"
#include "pagekin/api/progress_watcher.h"
#include "pagekin/synth/synth.h"

namespace pagekin {
namespace {

synth::Crawl make_crawl(const SynthOptions& options, unsigned threads) {
  pagekin::check_options<SynthOptions>(options);
  return synth::Crawl({.templates = options.templates,
                       .pages = options.pages,
                       .sites = options.sites,
                       .seed = options.seed,
                       .redesign = options.redesign,
                       .part = synth::parse_part(options.part),
                       .threads = threads});
}

}  // namespace

void check_options(const SynthOptions& options) { make_crawl(options, 1); }

SynthResult write_synthetic_crawl(const std::string& output, const SynthOptions& options,
                                  const Run& run) {
  return api::on_own_thread(run, [&] {
    const synth::Crawl crawl = make_crawl(options, run.threads);
    Progress writing;
    writing.total = crawl.part().end - crawl.part().first;
    const api::ProgressWatcher watcher(run, {{"writing", &writing}});
    const synth::Written written = synth::write_crawl(crawl, output, [&](std::uint64_t pages) {
      writing.done = pages;
      writing.items = pages;
    });
    return SynthResult{.pages = written.pages,
                       .sites = written.sites,
                       .html_bytes = written.html_bytes,
                       .labels = synth::labels_path(output)};
  });
}

}  // namespace pagekin
