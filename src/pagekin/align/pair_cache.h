// A cache of results for pairs of subtrees, of bounded size.
//
// The table is its own, not FlatMap or ScratchNumbers: it is direct-mapped and forgets, so its size
// is fixed however many pairs are asked for, and a lookup reads one slot. It takes a fifth of the
// time of FlatMap for trees of 200 subtrees, two thirds for 20,000.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/core/hash.h"

namespace pagekin::align {

// A new result replaces the one that has its slot; that one is then computed again.
template <class Value>
class PairCache {
 public:
  static constexpr std::size_t most_slots = std::size_t{1} << 18;

  // `fewest_slots` is a power of two, at least 8 and at most most_slots.
  explicit PairCache(std::size_t fewest_slots = 256) : fewest_slots_(fewest_slots) {}

  // Forgets all results. Call it first. `subtrees` is the number of subtrees of both trees:
  // there are eight slots for each, within limits.
  void start(std::size_t subtrees) {
    const std::size_t wanted =
        std::bit_ceil(8 * std::clamp(subtrees, fewest_slots_ / 8, most_slots / 8));
    if (slots_.size() < wanted) slots_.assign(wanted, {});
    mask_ = wanted - 1;
    if (++stamp_ == 0) {
      std::ranges::fill(slots_, Slot{});
      stamp_ = 1;
    }
  }

  // Returns the result for two subtrees, or null.
  const Value* find(std::uint32_t a, std::uint32_t b) const {
    const Slot& slot = slots_[place(a, b)];
    return slot.stamp == stamp_ && slot.a == a && slot.b == b ? &slot.value : nullptr;
  }

  void put(std::uint32_t a, std::uint32_t b, Value value) {
    slots_[place(a, b)] = {a, b, stamp_, value};
  }

 private:
  struct Slot {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::uint32_t stamp = 0;
    Value value{};
  };

  std::size_t place(std::uint32_t a, std::uint32_t b) const {
    return mix((std::uint64_t{a} << 32) + b) & mask_;
  }

  std::size_t fewest_slots_;
  std::vector<Slot> slots_;
  std::size_t mask_ = 0;
  std::uint32_t stamp_ = 0;
};

}  // namespace pagekin::align
