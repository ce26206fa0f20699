// Trains a model from labelled pages.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "pagekin/core/page.h"
#include "pagekin/core/progress.h"
#include "pagekin/eval/labels.h"
#include "pagekin/input/source.h"
#include "pagekin/model/model.h"
#include "pagekin/reading/read_features.h"

namespace pagekin::clustering {

struct TrainOptions {
  input::Source source;
  std::string measure{model::kDefaultMeasure};
};

struct TrainRun {
  model::Model model;
  reading::ReadCounts counts;
  std::uint64_t pages = 0;       // learnt from
  std::uint64_t unlabelled = 0;  // read, but without a label
  std::uint64_t missing = 0;     // labelled by name, but not read
  double read_seconds = 0;
  double train_seconds = 0;
};

// Memory: the features of all labelled pages. `reading` counts what is read, `comparing` counts
// pairs. Throws InputError when no page could be used and when no page has a label.
TrainRun train_model(const TrainOptions& options, const eval::Labels& labels,
                     const std::function<void(const Incident&)>& on_incident = nullptr,
                     Progress* reading = nullptr, Progress* comparing = nullptr);

}  // namespace pagekin::clustering
