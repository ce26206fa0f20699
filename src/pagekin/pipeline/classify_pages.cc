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
  run.counts = read_each<model::Decision>(
      {.source = options.source, .progress = progress, .incident = on_incident}, ids,
      [&](const Page& page, ExtractionNotes& notes) {
        features::Features features = features::extract(page, needs);
        notes = {features.bytes_scanned, features.limits};
        return classifier.classify(std::move(features), options.decide);
      },
      [&](std::string_view id, model::Decision&& decision) {
        ++(decision.best == model::kNone ? run.none
                                         : run.by_class[static_cast<std::size_t>(decision.best)]);
        row(id, decision);
      });
  require_pages(run.counts);
  run.seconds = watch.seconds();
  return run;
}

}  // namespace pagekin::pipeline
