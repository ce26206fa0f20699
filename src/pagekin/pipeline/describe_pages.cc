#include "pagekin/pipeline/describe_pages.h"

#include <optional>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/core/stopwatch.h"
#include "pagekin/describe/describer.h"

namespace pagekin::pipeline {
namespace {

using describe::Describer;

// Reads the pages of a run once more. Calls take(page, extracted) for each whose content the run
// has used.
template <class Extracted, class Extract, class Take>
void read_again(const ClusterOptions& options, const ClusterRun& run, Progress* progress,
                const Extract& extract, const Take& take) {
  if (progress != nullptr) ++progress->begun;
  PageIds ids;
  std::size_t read = 0;
  const auto throw_changed = [] {
    throw InputError(
        "the input was not the same when it was read again for " + option_named("describe"),
        "describe");
  };
  ReadOrder order{.source = options.source, .progress = progress};
  order.source.strict = false;  // what cannot be read was reported by the run
  read_each<Extracted>(
      order, ids, [&](const Page& page, ExtractionNotes&) { return extract(page); },
      [&](std::string_view id, Extracted&& extracted) {
        const std::optional<PageId> page = run.ids.find(id);
        if (!page) throw_changed();
        ++read;
        if (!run.is_old(*page)) take(*page, std::move(extracted));
      });
  if (read != run.ids.size() - run.earlier + run.seen_before) throw_changed();
}

}  // namespace

describe::Description describe_pages(const ClusterOptions& options, const ClusterRun& run,
                                     Progress* progress) {
  const Stopwatch watch;
  if (progress != nullptr) progress->readings = 2;
  Describer describer({.ids = &run.ids,
                       .labels = run.clustering.labels,
                       .numbers = run.numbers,
                       .unread = run.old_pages},
                      run.certainty);
  read_again<Describer::PageMarks>(
      options, run, progress, [&](const Page& page) { return describer.marks_of(page); },
      [&](PageId page, Describer::PageMarks&& marks) {
        describer.add_marks(page, std::move(marks));
      });
  describer.compare();
  read_again<Describer::PageNames>(
      options, run, progress, [&](const Page& page) { return describer.names_of(page); },
      [&](PageId page, Describer::PageNames&& names) {
        describer.add_names(page, std::move(names));
      });
  describe::Description description = describer.finish();
  description.seconds = watch.seconds();
  return description;
}

}  // namespace pagekin::pipeline
