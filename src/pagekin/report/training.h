// A summary of a run that trained a model.
#pragma once

#include <string>

#include "pagekin/pipeline/train_model.h"

namespace pagekin::report {

// Pages, labels, classes, the measure and the time.
std::string summarise(const pipeline::TrainRun& run);

}  // namespace pagekin::report
