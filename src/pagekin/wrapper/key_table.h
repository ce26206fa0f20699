// The keys that selectors use, for quick lookups: nearly all keys of a page are none of them and
// are dismissed by one bit of a small table.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pagekin::wrapper {

class KeyTable {
 public:
  static constexpr std::uint32_t not_found = UINT32_MAX;

  // Returns the number of the key, from 0 in the order of their first use.
  std::uint32_t add(std::uint64_t key) {
    if (2 * (keys_.size() + 1) > slots_.size()) grow(2 * slots_.size());
    const std::size_t at = place_of(key);
    if (slots_[at] != 0) return slots_[at] - 1;
    keys_.push_back(key);
    slots_[at] = static_cast<std::uint32_t>(keys_.size());
    mark(key);
    return slots_[at] - 1;
  }

  // Makes room for this number of keys.
  void reserve(std::size_t keys) {
    if (2 * keys > slots_.size()) grow(std::bit_ceil(2 * keys));
  }

  // False for nearly all keys that the table lacks.
  bool may_have(std::uint64_t key) const {
    return ((filter_[filter_word(key)] >> (key & 63)) & 1) != 0;
  }

  std::uint32_t find(std::uint64_t key) const {
    if (!may_have(key)) return not_found;
    const std::size_t at = place_of(key);
    return slots_[at] == 0 ? not_found : slots_[at] - 1;
  }

  std::size_t size() const { return keys_.size(); }

 private:
  static constexpr std::size_t filter_words = 1024;  // 8 KB: stays in the first cache

  static std::size_t filter_word(std::uint64_t key) { return (key >> 6) % filter_words; }
  void mark(std::uint64_t key) { filter_[filter_word(key)] |= std::uint64_t{1} << (key & 63); }

  std::size_t place_of(std::uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = (key * 0x9e3779b97f4a7c15) >> shift_;
    while (slots_[at] != 0 && keys_[slots_[at] - 1] != key) at = (at + 1) & mask;
    return at;
  }

  void grow(std::size_t size) {
    slots_.assign(size, 0);
    shift_ = 64 - static_cast<unsigned>(std::countr_zero(size));
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      slots_[place_of(keys_[i])] = static_cast<std::uint32_t>(i + 1);
    }
  }

  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(64, 0);  // number + 1; 0: free
  std::vector<std::uint64_t> filter_ = std::vector<std::uint64_t>(filter_words, 0);
  unsigned shift_ = 58;
};

}  // namespace pagekin::wrapper
