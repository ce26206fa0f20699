#include "pagekin/clustering/classify_pages.h"

#include <utility>

#include "pagekin/core/stopwatch.h"

namespace pagekin::clustering {
namespace {

// Pages are classified together, so that the batch shows how far templates have moved.
constexpr std::size_t kBatchPages = 4096;
constexpr std::size_t kBatchMarks = std::size_t{1} << 22;  // 32 MB

}  // namespace

ClassifyRun classify_pages(
    const ClassifyOptions& options, const model::PageClassifier& classifier,
    const std::function<void(std::string_view id, const model::Decision&)>& row,
    const std::function<void(const Incident&)>& on_incident, Progress* progress) {
  const Stopwatch watch;
  ClassifyRun run;
  run.by_class.resize(classifier.classes().size());
  const features::Needs needs = classifier.needs();
  PageIds ids;
  struct Extracted {
    features::Features features;
    std::string input;  // this and the next one only if they are asked for
    std::uint64_t offset = 0;
  };
  struct Waiting {
    std::string id;
    std::string input;
    std::uint64_t offset = 0;
  };
  std::vector<Waiting> waiting;
  std::vector<features::Features> batch;
  std::size_t marks = 0;
  const unsigned threads = options.source.reading.threads;
  const auto decide = [&] {
    model::ClassDrifts drifts;
    const std::vector<model::Decision> decisions =
        classifier.classify_together(std::exchange(batch, {}), options.decide, threads, drifts);
    for (std::size_t i = 0; i < decisions.size(); ++i) {
      const model::Decision& decision = decisions[i];
      if (options.origin) options.origin(waiting[i].input, waiting[i].offset);
      ++(decision.best == model::kNone ? run.none
                                       : run.by_class[static_cast<std::size_t>(decision.best)]);
      row(waiting[i].id, decision);
    }
    for (auto& [number, drift] : drifts) {
      recognise::Drift& known = run.drifts[number];
      const std::uint64_t pages = known.pages + drift.pages;
      if (drift.drift >= known.drift) known = std::move(drift);
      known.pages = pages;
    }
    waiting.clear();
    marks = 0;
  };
  run.counts = reading::read_each<Extracted>(
      {.source = options.source, .progress = progress, .incident = on_incident}, ids,
      [&](const Page& page, reading::ExtractionNotes& notes) {
        Extracted extracted{.features = features::extract(page, needs), .input = {}};
        notes = reading::notes_of(extracted.features);
        if (options.origin) {
          extracted.input = page.input;
          extracted.offset = page.offset;
        }
        return extracted;
      },
      [&](std::string_view id, Extracted&& extracted) {
        waiting.push_back({std::string(id), std::move(extracted.input), extracted.offset});
        marks += extracted.features.marks.size();
        batch.push_back(std::move(extracted.features));
        if (batch.size() == kBatchPages || marks >= kBatchMarks) decide();
      });
  if (!batch.empty()) decide();
  reading::require_pages(run.counts);
  run.seconds = watch.seconds();
  return run;
}

}  // namespace pagekin::clustering
