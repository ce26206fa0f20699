// Whether a field is still found as it was when it was learned.
//
// A field is broken if, compared with its profile, it is filled on far fewer pages
// (skeleton/health.h), its selectors agree far less, or its values look different.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pagekin/skeleton/health.h"
#include "pagekin/wrapper/apply.h"
#include "pagekin/wrapper/wrapper.h"

namespace pagekin::wrapper {

struct FieldHealth {
  std::uint32_t pages = 0;
  std::uint32_t filled = 0;
  std::uint32_t review = 0;
  double agreement_sum = 0;  // of filled pages
  double shape_sum = 0;      // similarity of values to those of the profile
  std::uint32_t known = 0;   // values that the profile has, too

  void add(const FieldRule& rule, const FoundField& found);

  double fill_rate() const { return pages == 0 ? 0 : static_cast<double>(filled) / pages; }
  double agreement() const { return filled == 0 ? 0 : agreement_sum / filled; }
  double shape() const { return filled == 0 ? 0 : shape_sum / filled; }
};

using skeleton::Diagnosis;
using skeleton::HealthState;

Diagnosis diagnose(const FieldRule& rule, const FieldHealth& now);

}  // namespace pagekin::wrapper
