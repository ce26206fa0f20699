#include "pagekin/clustering/train_model.h"

#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/core/stopwatch.h"
#include "pagekin/measure/measure.h"

namespace pagekin::clustering {

TrainRun train_model(const TrainOptions& options, const eval::Labels& labels,
                     const std::function<void(const Incident&)>& on_incident, Progress* reading,
                     Progress* comparing) {
  const Stopwatch reading_watch;
  TrainRun run;
  std::vector<features::Features> pages;
  std::vector<int> classes;
  std::vector<std::string> first_ids;
  PageIds ids;
  run.counts = reading::read_features({.source = options.source,
                                       .needs = measure::make(options.measure)->needs(),
                                       .progress = reading,
                                       .page =
                                           [&](std::string_view id, features::Features&& page) {
                                             const int label = labels.template_of(id);
                                             if (first_ids.size() < 3) first_ids.emplace_back(id);
                                             if (label == eval::kUnlabelled) {
                                               ++run.unlabelled;
                                               return;
                                             }
                                             pages.push_back(std::move(page));
                                             classes.push_back(label);
                                           },
                                       .incident = on_incident},
                                      ids);
  reading::require_pages(run.counts);
  if (pages.empty()) throw InputError(eval::nothing_labelled("no page", labels, first_ids));
  run.pages = pages.size();
  run.missing = labels.page_count().value_or(run.pages) - run.pages;
  run.read_seconds = reading_watch.seconds();

  const Stopwatch training_watch;
  run.model = model::train(options.measure, std::move(pages), classes, labels.templates(),
                           options.source.reading.threads, comparing);
  run.train_seconds = training_watch.seconds();
  return run;
}

}  // namespace pagekin::clustering
