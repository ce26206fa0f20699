// How certain it is that a page belongs to the cluster it was assigned to.
#pragma once

#include <cstdint>

namespace pagekin {

constexpr std::uint32_t kNoTemplate = UINT32_MAX;

// A page with a lower confidence is in doubt. docs/auto.md says how often such pages are wrong.
constexpr float kDoubtful = 0.4F;

struct Certainty {
  float confidence = 1;                // in [0, 1], whole thousandths
  std::uint32_t second = kNoTemplate;  // the most likely other cluster, if there is one
};

}  // namespace pagekin
