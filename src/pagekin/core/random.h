// A small seeded generator. std:: distributions differ between standard
// libraries; these do not, so seeded results are the same everywhere.
#pragma once

#include <cstdint>

#include "pagekin/core/hash.h"

namespace pagekin {

// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
// Generators, OOPSLA 2014).
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15); }

  // Uniform in [0, bound), bound > 0, by multiplication; the bias is below 2^-32
  // for bounds below 2^32.
  constexpr std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
  }

  // Uniform in [0, 1) with 53 random bits.
  constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  constexpr bool chance(double probability) { return unit() < probability; }

  // A generator for part `index` of the work, independent of how often this one was asked.
  constexpr Random fork(std::uint64_t index) const {
    return Random(mix(state_ ^ mix(index + 0x9e3779b97f4a7c15)));
  }

 private:
  std::uint64_t state_;
};

}  // namespace pagekin
