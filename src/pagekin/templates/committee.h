// Who votes on the templates of a site, and how the votes are counted (see learn_templates.h).
//
// The defaults are what `auto` uses. bench/tasks/left_out measures other values.
#pragma once

#include <cstddef>

namespace pagekin::templates {

struct Committee {
  std::size_t first_voter = 0;  // the first of 64 voters (see voters.h); another draw of settings
  float description_weight = 1.0F / 9;  // of each shortest description: as a share of the voters
  double agreed = 1.0 / 3;              // share of the votes that makes a template
};

}  // namespace pagekin::templates
