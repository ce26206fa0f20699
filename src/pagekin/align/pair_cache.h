// Results for pairs of shapes, as many as fit.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/align/shapes.h"
#include "pagekin/core/hash.h"

namespace pagekin::align {

constexpr std::size_t kFewestPairs = 256;
constexpr std::size_t kMostPairs = std::size_t{1} << 18;

// A result may be forgotten when another one needs its place; it is then computed anew.
template <class Value>
class PairCache {
 public:
  // Forgets everything; `shapes` is how many both trees have.
  void start(std::size_t shapes) {
    const std::size_t wanted = std::clamp(std::bit_ceil(8 * shapes), kFewestPairs, kMostPairs);
    if (slots_.size() < wanted) slots_.assign(wanted, {});
    mask_ = wanted - 1;
    if (++stamp_ == 0) {
      std::ranges::fill(slots_, Slot{});
      stamp_ = 1;
    }
  }

  const Value* find(Shape a, Shape b) const {
    const Slot& slot = slots_[place(a, b)];
    return slot.stamp == stamp_ && slot.a == a && slot.b == b ? &slot.value : nullptr;
  }

  void put(Shape a, Shape b, Value value) { slots_[place(a, b)] = {a, b, stamp_, value}; }

 private:
  struct Slot {
    Shape a = 0;
    Shape b = 0;
    std::uint32_t stamp = 0;
    Value value{};
  };

  std::size_t place(Shape a, Shape b) const { return mix((std::uint64_t{a} << 32) + b) & mask_; }

  std::vector<Slot> slots_;
  std::size_t mask_ = 0;
  std::uint32_t stamp_ = 0;
};

}  // namespace pagekin::align
