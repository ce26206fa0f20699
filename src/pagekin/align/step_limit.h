// The most work that aligning two pages may take.
//
// Pages can be made so that an alignment takes the product of their sizes, 10^11 steps for two
// pages of 300,000 elements. Beyond the limit an algorithm returns bounds instead of an answer.
// Steps are counted, not seconds, so the answer is the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pagekin::align {

// About a second. Two sequences of 130,000 symbols without anything in common stay below it, and so
// do all pairs of real pages that were measured.
constexpr std::uint64_t kMostSteps = std::uint64_t{1} << 28;

// A length or a distance that lies in [low, high].
struct Range {
  std::size_t low = 0;
  std::size_t high = 0;
  std::uint64_t steps = 0;  // that were taken
  bool is_exact() const { return low == high; }
};

}  // namespace pagekin::align
