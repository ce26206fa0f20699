// Whether a field is still found as it was when it was learned.
//
// A field is broken if, compared with its profile, it is filled on far fewer pages
// (skeleton/health.h), its selectors agree far less, or its values look different. A value of a
// second look counts if half of the pages whose value is known have that: then the field is where
// it is looked for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/skeleton/health.h"
#include "pagekin/wrapper/apply.h"
#include "pagekin/wrapper/wrapper.h"

namespace pagekin::wrapper {

struct FieldHealth {
  std::uint32_t pages = 0;
  std::uint32_t filled = 0;
  std::uint32_t review = 0;
  double agreement_sum = 0;    // of filled pages
  double shape_sum = 0;        // similarity of values to those of the profile
  std::uint32_t known = 0;     // values that the profile has, too
  std::uint32_t doubtful = 0;  // filled by a second look (second_look.h)
  // Of these: on pages whose value is known, and those that are the known one.
  std::uint32_t checked = 0;
  std::uint32_t confirmed = 0;

  // `address` of a page from which the rule was learned, else empty.
  void add(const FieldRule& rule, const FoundField& found, std::string_view address = {});

  double fill_rate() const { return pages == 0 ? 0 : static_cast<double>(filled) / pages; }
  double agreement() const { return filled == 0 ? 0 : agreement_sum / filled; }
  double shape() const { return filled == 0 ? 0 : shape_sum / filled; }
};

using skeleton::Diagnosis;
using skeleton::HealthState;

Diagnosis diagnose(const FieldRule& rule, const FieldHealth& now);

}  // namespace pagekin::wrapper
