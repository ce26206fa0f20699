#include "pagekin/read.h"

#include <string>
#include <utility>

#include "pagekin/api/convert.h"
#include "pagekin/api/own_thread.h"
#include "pagekin/api/progress_watcher.h"
#include "pagekin/pipeline/read_features.h"

namespace pagekin {
namespace {

// A page that outlives the call of its reader.
struct KeptPage {
  std::string body;
  std::string charset;
  std::string input;
  std::uint64_t offset = 0;
};

}  // namespace

PageCounts read_pages(const Source& source, const std::function<void(const Page&)>& use,
                      const Run& run) {
  return api::on_own_thread(run, [&] {
    Progress progress;
    const api::ProgressWatcher watcher(run, {{"reading", &progress}});
    PageIds ids;
    return api::page_counts(pipeline::read_each<KeptPage>(
        {.source = api::input_source(source, run), .progress = &progress, .incident = run.incident},
        ids,
        [](const Page& page, pipeline::ExtractionNotes&) {
          return KeptPage{std::string(page.body), std::string(page.charset),
                          std::string(page.input), page.offset};
        },
        [&](std::string_view id, KeptPage&& page) {
          use({.id = id,
               .body = page.body,
               .charset = page.charset,
               .input = page.input,
               .offset = page.offset});
        }));
  });
}

}  // namespace pagekin
