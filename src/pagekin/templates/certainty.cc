#include "pagekin/templates/certainty.h"

#include <algorithm>
#include <cmath>

namespace pagekin::templates {

float confidence(const Standing& standing) {
  double sure = standing.fit;
  if (standing.is_alone) {
    sure = standing.has_other ? 1 - standing.other_fit : 1;
  } else if (standing.has_other) {
    // If no bits distinguish the templates, the page may belong to either.
    sure *= standing.other_bits > 0 ? 1 - standing.own_bits / standing.other_bits : 0;
  }
  // Rounded, so that all mathematical libraries give the same value.
  return static_cast<float>(std::round(std::clamp(sure, 0.0, 1.0) * 1000) / 1000);
}

}  // namespace pagekin::templates
