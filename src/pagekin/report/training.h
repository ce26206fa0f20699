// A summary of a run that trained a model.
#pragma once

#include <string>

#include "pagekin/clustering/train_model.h"

namespace pagekin::report {

// Pages, labels, classes, the measure and the time.
std::string summarise(const clustering::TrainRun& run);

}  // namespace pagekin::report
