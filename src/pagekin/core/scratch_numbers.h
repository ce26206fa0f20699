// Numbers for 64-bit keys, in a scratch hash table that is cleared at no cost.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/core/hash.h"

namespace pagekin {

// Open addressing. A slot is in use only if it bears the stamp of the present round. So
// nothing is cleared between rounds, and nothing is allocated once the table has grown.
// Strangers may choose the keys: the slot of a key depends on process_seed().
class ScratchNumbers {
 public:
  // Forgets all keys and makes room for `keys` new ones.
  void start(std::size_t keys) {
    const std::size_t wanted = std::bit_ceil(2 * keys + 2);
    if (slots_.size() < wanted) slots_.assign(wanted, {});
    mask_ = wanted - 1;  // uses only a part of a larger table, to stay in the cache
    if (++stamp_ == 0) {
      std::ranges::fill(slots_, Slot{});
      stamp_ = 1;
    }
  }

  // Returns the number of the key, which may be changed. A new key gets the number `fresh`. Valid
  // until the next start().
  std::uint32_t& value(std::uint64_t key, std::uint32_t fresh) {
    Slot& slot = slot_of(key);
    if (slot.stamp != stamp_) slot = {key, fresh, stamp_};
    return slot.number;
  }
  std::uint32_t insert(std::uint64_t key, std::uint32_t fresh) { return value(key, fresh); }

  // Returns the number of the key, or `none`.
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

  // The slot that holds the key, or the free slot for it. At most half of the slots are in use.
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

}  // namespace pagekin
