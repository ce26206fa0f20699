// The type and the usual length of template fingerprints.
#pragma once

#include <cstdint>
#include <span>

namespace pagekin::features {

// At most 255 entries, each below 255: entry i (from 0) refers back to one of
// the i dictionary entries before it, or is 0 for none.
using Fingerprint = std::span<const std::uint8_t>;

constexpr int kMaxFingerprintLength = 255;

// The number of entries unless the user chooses another. Crawl stores keep
// fingerprints of this length and uxclust compares them, so there is one constant for all.
constexpr int kTemplateFingerprintLength = 25;

}  // namespace pagekin::features
