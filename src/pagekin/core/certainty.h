// How certain it is that a page belongs to the cluster it was assigned to.
#pragma once

#include <cstdint>

namespace pagekin {

constexpr std::uint32_t kNoTemplate = UINT32_MAX;

struct Certainty {
  float confidence = 1;                // in [0, 1], whole thousandths
  std::uint32_t second = kNoTemplate;  // the most likely other cluster, if there is one
};

}  // namespace pagekin
