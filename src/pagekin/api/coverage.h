// What a CoverageResult holds.
#pragma once

#include <vector>

#include "pagekin/coverage.h"
#include "pagekin/pipeline/coverage.h"

namespace pagekin {

struct CoverageResult::State : pipeline::Coverage {
  std::vector<Incident> incidents;  // the first ones
};

}  // namespace pagekin
