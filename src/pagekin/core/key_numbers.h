// A hash table from 64-bit keys to consecutive numbers. The caller keeps the keys, so a
// slot of the table takes 4 bytes. Open addressing with linear probing and a seeded hash.
//
// Cost: 5 to 11 bytes a number; expected time O(1), also for keys that were chosen to
// collide.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "pagekin/core/hash.h"

namespace pagekin {

class KeyNumbers {
 public:
  // Returns the number of this key. A new key gets the number `next`. key_of(number) must
  // return the key of each number below `next`, which are all numbers given so far.
  template <class KeyOf>
  std::uint32_t find_or_add(std::uint64_t key, std::uint32_t next, const KeyOf& key_of) {
    if (4 * (std::size_t{next} + 1) > 3 * places_.size()) {
      places_.assign(std::max<std::size_t>(16, 2 * places_.size()), 0);
      for (std::uint32_t i = 0; i < next; ++i) places_[place(key_of(i), key_of)] = i + 1;
    }
    std::uint32_t& at = places_[place(key, key_of)];
    if (at == 0) at = next + 1;
    return at - 1;
  }

  template <class KeyOf>
  std::optional<std::uint32_t> find(std::uint64_t key, const KeyOf& key_of) const {
    if (places_.empty()) return {};
    const std::uint32_t at = places_[place(key, key_of)];
    if (at == 0) return {};
    return at - 1;
  }

 private:
  template <class KeyOf>
  std::size_t place(std::uint64_t key, const KeyOf& key_of) const {
    const std::size_t mask = places_.size() - 1;
    std::size_t at = static_cast<std::size_t>(mix(key ^ seed_)) & mask;
    while (places_[at] != 0 && key_of(places_[at] - 1) != key) at = (at + 1) & mask;
    return at;
  }

  std::uint64_t seed_ = process_seed();
  // Number + 1, or 0 for a free slot; a power of two, at most three quarters used.
  std::vector<std::uint32_t> places_;
};

}  // namespace pagekin
