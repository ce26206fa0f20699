#include "pagekin/templates/certainty.h"

#include <algorithm>
#include <cmath>

namespace pagekin::templates {
namespace {

constexpr double kExponent = 0.75;

// Rounded, so that all mathematical libraries give the same value.
float in_thousandths(double value) {
  return static_cast<float>(std::round(std::clamp(value, 0.0, 1.0) * 1000) / 1000);
}

}  // namespace

float confidence(const Standing& standing) {
  double sure = standing.fit;
  if (standing.is_alone) {
    sure = standing.has_other ? 1 - standing.other_fit : 1;
  } else if (standing.has_other) {
    // If no bits distinguish the templates, the page may belong to either.
    sure *= standing.other_bits > 0 ? 1 - standing.own_bits / standing.other_bits : 0;
  }
  return in_thousandths(std::pow(std::clamp(sure, 0.0, 1.0), kExponent));
}

float supported(float confidence, float support) {
  return in_thousandths(double{confidence} * std::pow(double{support}, 2 * kExponent));
}

}  // namespace pagekin::templates
