#include "pagekin/clustering/describe_pages.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "pagekin/core/maybe_pages.h"
#include "pagekin/core/stopwatch.h"
#include "pagekin/describe/describer.h"
#include "pagekin/reading/read_again.h"
#include "pagekin/reading/read_pictures.h"

namespace pagekin::clustering {
namespace {

using describe::Describer;

// Reads the pages of a run once more. Calls take(page, extracted) for each whose content the run
// has used.
template <class Extracted, class Extract, class Take>
void read_again(const ClusterOptions& options, const ClusterRun& run, Progress* progress,
                const Extract& extract, const Take& take) {
  if (progress != nullptr) ++progress->begun;
  reading::read_again<Extracted>(
      {.source = options.source, .progress = progress}, run.pages_before(), "describe",
      [&](const Page& page, reading::ExtractionNotes&) { return extract(page); },
      [&](PageId page, Extracted&& extracted) {
        if (!run.is_old(page)) take(page, std::move(extracted));
      });
}

// The pictures of some pages.
class DrawnPages {
 public:
  DrawnPages(const reading::PagesBefore& before, std::vector<PageId> pages)
      : before_(before),
        pages_(std::move(pages)),
        pictures_(pages_.size()),
        maybe_(*before.ids, pages_) {}

  // Any thread; a page that may be one of them, by its id before that is made unique.
  std::optional<picture::PagePicture> draw(const Page& page) const {
    if (!maybe_.has(page.id)) return std::nullopt;
    return picture::picture_of(page);
  }

  void add(PageId page, std::optional<picture::PagePicture>&& picture) {
    if (!picture) return;
    const auto place = std::ranges::lower_bound(pages_, page);
    if (place == pages_.end() || *place != page) return;
    pictures_[static_cast<std::size_t>(place - pages_.begin())] = *std::move(picture);
  }

  // The pictures of `wanted`, ascending; reads those that were not drawn.
  std::vector<picture::PagePicture> take(const std::vector<PageId>& wanted,
                                         const input::Source& source, Progress* progress) {
    std::vector<PageId> missing;
    std::ranges::set_difference(wanted, pages_, std::back_inserter(missing));
    std::vector<picture::PagePicture> late;
    if (!missing.empty()) {
      if (progress != nullptr) ++progress->begun;
      late = reading::read_pictures(source, before_, missing, progress);
    }
    std::vector<picture::PagePicture> result(wanted.size());
    for (std::size_t i = 0, next = 0; i < wanted.size(); ++i) {
      if (next < missing.size() && missing[next] == wanted[i]) {
        result[i] = std::move(late[next++]);
      } else {
        const auto place = std::ranges::lower_bound(pages_, wanted[i]);
        result[i] = std::move(pictures_[static_cast<std::size_t>(place - pages_.begin())]);
      }
    }
    return result;
  }

 private:
  reading::PagesBefore before_;
  std::vector<PageId> pages_;
  std::vector<picture::PagePicture> pictures_;
  MaybePages maybe_;
};

}  // namespace

describe::Description describe_pages(const ClusterOptions& options, const ClusterRun& run,
                                     Progress* progress, Drawing* drawing) {
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
  DrawnPages drawn(run.pages_before(), drawing != nullptr ? drawing->choose(describer.so_far())
                                                          : std::vector<PageId>());
  struct Read {
    Describer::PageNames names;
    std::optional<picture::PagePicture> picture;
  };
  read_again<Read>(
      options, run, progress,
      [&](const Page& page) {
        return Read{describer.names_of(page), drawn.draw(page)};
      },
      [&](PageId page, Read&& read) {
        describer.add_names(page, std::move(read.names));
        drawn.add(page, std::move(read.picture));
      });
  describe::Description description = describer.finish();
  if (drawing != nullptr) {
    drawing->pages = drawing->choose(description);
    drawing->pictures = drawn.take(drawing->pages, options.source, progress);
  }
  description.seconds = watch.seconds();
  return description;
}

}  // namespace pagekin::clustering
