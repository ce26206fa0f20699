#include "pagekin/read.h"

#include <string>
#include <utility>

#include "pagekin/api/convert.h"
#include "pagekin/api/own_thread.h"
#include "pagekin/api/progress_watcher.h"
#include "pagekin/pipeline/read_features.h"

namespace pagekin {

PageCounts take_pages(const Source& source, const std::function<void(OwnedPage&&)>& use,
                      const Run& run) {
  return api::on_own_thread(run, [&] {
    Progress progress;
    const api::ProgressWatcher watcher(run, {{"reading", &progress}});
    PageIds ids;
    return api::page_counts(pipeline::read_each<OwnedPage>(
        {.source = api::input_source(source, run), .progress = &progress, .incident = run.incident},
        ids,
        [](const Page& page, pipeline::ExtractionNotes&) {
          return OwnedPage{{},
                           std::string(page.body),
                           std::string(page.charset),
                           std::string(page.input),
                           page.offset};
        },
        [&](std::string_view id, OwnedPage&& page) {
          page.id = id;
          use(std::move(page));
        }));
  });
}

PageCounts read_pages(const Source& source, const std::function<void(const Page&)>& use,
                      const Run& run) {
  const auto use_view = [&](OwnedPage&& page) {
    use({.id = page.id,
         .body = page.body,
         .charset = page.charset,
         .input = page.input,
         .offset = page.offset});
  };
  return take_pages(source, use_view, run);
}

}  // namespace pagekin
