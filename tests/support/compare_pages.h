// Compares two pages by a measure, from their bytes: extracts, prepares, compares.
#pragma once

#include <string_view>

#include "pagekin/measure/measure.h"

namespace pagekin::test {

inline features::Features features_for(const measure::Measure& measure, std::string_view page) {
  features::Features extracted =
      features::extract(Page{.id = "page", .body = page, .charset = "utf-8"}, measure.needs());
  measure.prepare(extracted);
  return extracted;
}

inline double compare_pages(std::string_view spec, std::string_view a, std::string_view b) {
  const auto measure = measure::make(spec);
  return measure->similarity(features_for(*measure, a), features_for(*measure, b));
}

}  // namespace pagekin::test
