#include "pagekin/pipeline/classify_pages.h"

#include <utility>

#include "pagekin/core/stopwatch.h"

namespace pagekin::pipeline {

ClassifyRun classify_pages(
    const ClassifyOptions& options, const model::PageClassifier& classifier,
    const std::function<void(std::string_view id, const model::Decision&)>& row,
    const std::function<void(const Incident&)>& on_incident, Progress* progress) {
  const Stopwatch watch;
  ClassifyRun run;
  run.by_class.resize(classifier.classes().size());
  const features::Needs needs = classifier.needs();
  PageIds ids;
  struct Classified {
    model::Decision decision;
    std::string input;  // this and the next one only if they are asked for
    std::uint64_t offset = 0;
  };
  run.counts = read_each<Classified>(
      {.source = options.source, .progress = progress, .incident = on_incident}, ids,
      [&](const Page& page, ExtractionNotes& notes) {
        features::Features features = features::extract(page, needs);
        notes = notes_of(features);
        Classified classified{.decision = classifier.classify(std::move(features), options.decide)};
        if (options.origin) {
          classified.input = page.input;
          classified.offset = page.offset;
        }
        return classified;
      },
      [&](std::string_view id, Classified&& classified) {
        const model::Decision& decision = classified.decision;
        if (options.origin) options.origin(classified.input, classified.offset);
        ++(decision.best == model::kNone ? run.none
                                         : run.by_class[static_cast<std::size_t>(decision.best)]);
        row(id, decision);
      });
  require_pages(run.counts);
  run.seconds = watch.seconds();
  return run;
}

}  // namespace pagekin::pipeline
