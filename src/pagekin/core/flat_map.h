// A hash table from 64-bit keys to small values, seeded so that no keys can be chosen to collide.
// Open addressing with linear probing; it only grows.
//
// ScratchNumbers is for tables that are cleared often, KeyNumbers for keys that the caller keeps.
//
// Cost: expected time O(1). A slot takes the bytes of a key and a value and one bit; three eighths
// to three quarters of the slots are in use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "pagekin/core/hash.h"

namespace pagekin {

template <class Value>
class FlatMap {
 public:
  FlatMap() = default;

  // Returns the value of a key, which is Value() for a new one. Valid until the next call.
  Value& operator[](std::uint64_t key) {
    if (4 * (size_ + 1) > 3 * keys_.size()) grow();
    const std::size_t at = place_of(key);
    if (!is_used_[at]) {
      is_used_[at] = true;
      keys_[at] = key;
      ++size_;
    }
    return values_[at];
  }

  // The value of a key, or null.
  const Value* find(std::uint64_t key) const {
    if (keys_.empty()) return nullptr;
    const std::size_t at = place_of(key);
    return is_used_[at] ? &values_[at] : nullptr;
  }

  std::size_t size() const { return size_; }

  // Visits all entries. The order differs from run to run, so no result may depend on it.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      if (is_used_[i]) visit(keys_[i], values_[i]);
    }
  }

 private:
  // Returns the slot of the key, or the free slot where it belongs.
  std::size_t place_of(std::uint64_t key) const {
    const std::size_t mask = keys_.size() - 1;
    std::size_t at = static_cast<std::size_t>(mix(key ^ seed_)) & mask;
    while (is_used_[at] && keys_[at] != key) at = (at + 1) & mask;
    return at;
  }

  void grow() {
    FlatMap larger(keys_.empty() ? 64 : 2 * keys_.size());
    for_each([&](std::uint64_t key, const Value& value) { larger[key] = value; });
    *this = std::move(larger);
  }

  explicit FlatMap(std::size_t places) : keys_(places), values_(places), is_used_(places) {}

  std::uint64_t seed_ = process_seed();
  std::size_t size_ = 0;
  // By slot; a power of two of them.
  std::vector<std::uint64_t> keys_;
  std::vector<Value> values_;
  std::vector<bool> is_used_;
};

}  // namespace pagekin
