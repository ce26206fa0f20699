// A hash table from 64-bit keys to consecutive numbers. The caller keeps the keys. The hash is
// seeded, so keys cannot be chosen to collide.
//
// Cost: see number_slots.h.
#pragma once

#include <cstdint>
#include <optional>

#include "pagekin/core/hash.h"
#include "pagekin/core/number_slots.h"

namespace pagekin {

class KeyNumbers {
 public:
  // Returns the number of this key. A new key gets the number `next`. key_of(number) must
  // return the key of each number below `next`, which are all numbers given so far.
  template <class KeyOf>
  std::uint32_t find_or_add(std::uint64_t key, std::uint32_t next, const KeyOf& key_of) {
    return slots_.find_or_add(
        hash(key), next, [&](std::uint32_t number) { return key_of(number) == key; },
        [&](std::uint32_t number) { return hash(key_of(number)); });
  }

  template <class KeyOf>
  std::optional<std::uint32_t> find(std::uint64_t key, const KeyOf& key_of) const {
    return slots_.find(hash(key), [&](std::uint32_t number) { return key_of(number) == key; });
  }

 private:
  std::uint64_t hash(std::uint64_t key) const { return mix(key ^ seed_); }

  std::uint64_t seed_ = process_seed();
  NumberSlots slots_;
};

}  // namespace pagekin
