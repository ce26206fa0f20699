// Reads for crossval: extracts the features of labelled pages for all measures at once, and
// measures how long the extraction takes for each measure.
#include <algorithm>
#include <atomic>
#include <ctime>
#include <mutex>
#include <optional>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/maybe_pages.h"
#include "pagekin/core/page_ids.h"
#include "pagekin/eval/splits.h"
#include "pagekin/laboratory/crossval.h"
#include "pagekin/measure/measure.h"
#include "pagekin/reading/same_again.h"

namespace pagekin::laboratory {
namespace {

// Processor time of this thread, so that other work on the machine does not count.
double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Extracts every 16th page once more for each measure alone.
class ExtractionClock {
 public:
  ExtractionClock(std::vector<features::Needs> needs, bool runs)
      : needs_(std::move(needs)), runs_(runs), seconds_(needs_.size()) {}

  void measure(const Page& page) {
    constexpr std::uint64_t every = 16;
    if (!runs_ || seen_++ % every != 0) return;
    std::vector<double> seconds(needs_.size());
    for (std::size_t i = 0; i < needs_.size(); ++i) {
      const double start = cpu_seconds();
      const features::Features features = features::extract(page, needs_[i]);
      seconds[i] = cpu_seconds() - start;
    }
    const std::lock_guard lock(mutex_);
    ++pages_;
    for (std::size_t i = 0; i < seconds.size(); ++i) seconds_[i] += seconds[i];
  }

  std::vector<double> means() const {
    std::vector<double> means = seconds_;
    for (double& mean : means) mean /= static_cast<double>(std::max<std::uint64_t>(1, pages_));
    return means;
  }

 private:
  std::vector<features::Needs> needs_;
  bool runs_;
  std::atomic<std::uint64_t> seen_{0};
  std::mutex mutex_;
  std::uint64_t pages_ = 0;
  std::vector<double> seconds_;
};

// The labelled pages of the inputs: their classes and keys.
class Register {
 public:
  Register(const eval::Labels& labels, std::uint64_t seed) : labels_(&labels), seed_(seed) {}

  // Returns the number of the class in the labels, or kUnlabelled.
  int note(std::string_view id) {
    if (first_ids_.size() < 3) first_ids_.emplace_back(id);
    const int label = labels_->template_of(id);
    if (label == eval::kUnlabelled) {
      ++unlabelled;
      return label;
    }
    classes.push_back(label);
    keys.push_back(hash_bytes(id, mix(seed_)));
    return label;
  }

  void check() const {
    if (classes.empty()) throw InputError(eval::nothing_labelled("no page", *labels_, first_ids_));
  }

  std::uint64_t unlabelled = 0;
  std::vector<int> classes;
  std::vector<std::uint64_t> keys;

 private:
  const eval::Labels* labels_;
  std::uint64_t seed_;
  std::vector<std::string> first_ids_;
};

// Returns the sorted names of the templates that have pages. `classes` are changed to positions
// in that list.
std::vector<std::string> order_names(const std::vector<std::string>& templates,
                                     std::vector<int>& classes) {
  std::vector<std::string> names;
  names.reserve(classes.size());
  for (const int label : classes) names.push_back(templates[static_cast<std::size_t>(label)]);
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  for (int& label : classes) {
    const std::string& name = templates[static_cast<std::size_t>(label)];
    label = static_cast<int>(std::ranges::lower_bound(names, name) - names.begin());
  }
  return names;
}

reading::ReadEachOptions order_of(const CrossvalOptions& options, Progress* progress) {
  return {.source = options.source, .progress = progress};
}

// Draws a sample, ascending. Reads the inputs once without parsing the pages, and keeps their ids.
std::vector<PageId> draw_pages(const CrossvalOptions& options, const eval::Labels& labels,
                               PageIds& ids) {
  Register known(labels, options.seed);
  std::vector<PageId> labelled;
  PageId next = 0;
  const reading::ReadCounts counts = reading::read_each<char>(
      order_of(options, nullptr), ids, [](const Page&, reading::ExtractionNotes&) { return '\0'; },
      [&](std::string_view id, char) {
        if (known.note(id) != eval::kUnlabelled) labelled.push_back(next);
        ++next;
      });
  reading::require_pages(counts);
  known.check();
  std::vector<PageId> sample;
  for (const std::uint32_t place :
       eval::stratified_sample({known.classes, known.keys}, options.sample)) {
    sample.push_back(labelled[place]);
  }
  return sample;
}

}  // namespace

CrossvalPages read_crossval_pages(const CrossvalOptions& options, const eval::Labels& labels,
                                  const std::function<void(const Incident&)>& on_incident,
                                  Progress* progress) {
  CrossvalPages pages;
  std::vector<features::Needs> needs;   // by measure
  std::vector<features::Needs> groups;  // of measures that one extraction can serve
  for (const std::string& spec : options.measures) {
    needs.push_back(measure::make(spec)->needs());
    pages.group_of.push_back(features::join_group(needs.back(), groups));
  }
  pages.groups.resize(groups.size());

  PageIds before;  // if a sample is drawn
  std::vector<PageId> sample;
  std::optional<reading::SameAgain> same;
  if (options.sample > 0) {
    sample = draw_pages(options, labels, before);
    same.emplace(reading::PagesBefore{.ids = &before}, "sample");
  }
  const MaybePages maybe_sampled(before, sample);

  ExtractionClock clock(needs, options.time);
  Register known(labels, options.seed);
  std::vector<int> classes;
  std::vector<std::uint64_t> keys;
  PageIds ids;
  reading::ReadEachOptions order = order_of(options, progress);
  order.incident = on_incident;
  pages.counts = reading::read_each<std::vector<features::Features>>(
      order, ids,
      [&](const Page& page, reading::ExtractionNotes& notes) {
        std::vector<features::Features> kept;
        if (same && !maybe_sampled.has(page.id)) return kept;
        for (const features::Needs& group : groups) {
          kept.push_back(features::extract(page, group));
          notes.bytes_scanned = std::max(notes.bytes_scanned, kept.back().bytes_scanned);
          if (kept.back().limits.any()) notes.limits = kept.back().limits;
        }
        clock.measure(page);
        return kept;
      },
      [&](std::string_view id, std::vector<features::Features>&& kept) {
        const std::optional<PageId> page = same ? same->next(id) : std::nullopt;
        if (known.note(id) == eval::kUnlabelled) return;
        if (page && !std::binary_search(sample.begin(), sample.end(), *page)) return;
        classes.push_back(known.classes.back());
        keys.push_back(known.keys.back());
        for (std::size_t i = 0; i < kept.size(); ++i) pages.groups[i].push_back(std::move(kept[i]));
      });
  if (same) same->finish();
  reading::require_pages(pages.counts);
  known.check();
  pages.unlabelled = known.unlabelled;
  pages.labelled = known.classes.size();
  pages.missing = labels.page_count().value_or(pages.labelled) - pages.labelled;
  pages.names = order_names(labels.templates(), classes);
  pages.classes = std::move(classes);
  pages.keys = std::move(keys);
  pages.extract_seconds = clock.means();
  return pages;
}

}  // namespace pagekin::laboratory
