// A hash table of consecutive numbers: each stands for a key that the caller keeps. So a slot
// takes 4 bytes, whatever the keys are. Open addressing with linear probing.
//
// The caller hashes the keys. If strangers choose them, the hash must be seeded.
//
// Cost: 5 to 11 bytes a number, or 8 to 16 with at most two quarters of the slots in use; expected
// time O(1).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace pagekin {

class NumberSlots {
 public:
  // A new key is compared with up to 8 others on average if three quarters of the slots are in
  // use, and with up to 2 if two quarters are. So two quarters are faster for keys that are
  // expensive to compare.
  explicit NumberSlots(std::size_t most_quarters = 3) : most_quarters_(most_quarters) {}

  // Returns the number of the key with this hash. is_key(number) says whether the number is that
  // of the key.
  template <class IsKey>
  std::optional<std::uint32_t> find(std::uint64_t hash, const IsKey& is_key) const {
    if (slots_.empty()) return {};
    const std::uint32_t found = slots_[slot_of(hash, is_key)];
    if (found == 0) return {};
    return found - 1;
  }

  // Like find(), but a new key gets the number `next`. hash_of(number) must return the hash of
  // each number below `next`, which are all numbers in the table.
  template <class IsKey, class HashOf>
  std::uint32_t find_or_add(std::uint64_t hash, std::uint32_t next, const IsKey& is_key,
                            const HashOf& hash_of) {
    if (4 * (std::size_t{next} + 1) > most_quarters_ * slots_.size()) grow(next, hash_of);
    std::uint32_t& slot = slots_[slot_of(hash, is_key)];
    if (slot == 0) slot = next + 1;
    return slot - 1;
  }

  // Removes the largest number, which must have this hash. The other numbers stay where they are
  // found: a number is in the slot that was the first free one when it was added, and a larger
  // table is filled in the order of the numbers.
  void remove_last(std::uint64_t hash, std::uint32_t last) {
    slots_[slot_of(hash, [&](std::uint32_t number) { return number == last; })] = 0;
  }

 private:
  // The slot of the key, or the free slot where it belongs.
  template <class IsKey>
  std::size_t slot_of(std::uint64_t hash, const IsKey& is_key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = static_cast<std::size_t>(hash) & mask;
    while (slots_[at] != 0 && !is_key(slots_[at] - 1)) at = (at + 1) & mask;
    return at;
  }

  template <class HashOf>
  void grow(std::uint32_t count, const HashOf& hash_of) {
    slots_.assign(std::max<std::size_t>(16, 2 * slots_.size()), 0);
    for (std::uint32_t i = 0; i < count; ++i) {
      slots_[slot_of(hash_of(i), [](std::uint32_t) { return false; })] = i + 1;
    }
  }

  std::size_t most_quarters_;
  // Number + 1, or 0 for a free slot; a power of two of them.
  std::vector<std::uint32_t> slots_;
};

}  // namespace pagekin
