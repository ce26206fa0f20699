// Numbers for 64-bit keys, in a table that is cleared at no cost.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/core/hash.h"

namespace pagekin::align {

// Open addressing. A slot counts only if it bears the stamp of the present round, so
// nothing is cleared between rounds and nothing is allocated once the table has grown.
// Keys may come from strangers: where they lie depends on process_seed().
class NumberTable {
 public:
  // Forgets all keys and makes room for so many.
  void start(std::size_t keys) {
    const std::size_t wanted = std::bit_ceil(2 * keys + 2);
    if (slots_.size() < wanted) slots_.assign(wanted, {});
    mask_ = wanted - 1;  // of a larger table a part is used, to stay in the cache
    if (++stamp_ == 0) {
      std::ranges::fill(slots_, Slot{});
      stamp_ = 1;
    }
  }

  // The number of the key; `fresh`, which it keeps, when it was not there.
  std::uint32_t insert(std::uint64_t key, std::uint32_t fresh) {
    Slot& slot = slot_of(key);
    if (slot.stamp != stamp_) slot = {key, fresh, stamp_};
    return slot.number;
  }

  // The number of the key, or `none`.
  std::uint32_t find(std::uint64_t key, std::uint32_t none) {
    const Slot& slot = slot_of(key);
    return slot.stamp == stamp_ ? slot.number : none;
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t number = 0;
    std::uint32_t stamp = 0;
  };

  // Where the key is or belongs. At most half of the slots are taken.
  Slot& slot_of(std::uint64_t key) {
    std::size_t at = mix(key ^ seed_) & mask_;
    while (slots_[at].stamp == stamp_ && slots_[at].key != key) at = (at + 1) & mask_;
    return slots_[at];
  }

  std::vector<Slot> slots_;
  std::size_t mask_ = 0;
  std::uint32_t stamp_ = 0;
  std::uint64_t seed_ = process_seed();
};

}  // namespace pagekin::align
