// What a CoverageResult holds.
#pragma once

#include <vector>

#include "pagekin/comparing/coverage.h"
#include "pagekin/coverage.h"

namespace pagekin {

struct CoverageResult::State : comparing::Coverage {
  std::vector<Incident> incidents;  // the first ones
};

}  // namespace pagekin
