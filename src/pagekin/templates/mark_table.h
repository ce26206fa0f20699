// Marks to numbers: an open hash table that does not mind marks made to collide.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "pagekin/core/hash.h"

namespace pagekin::templates {

class MarkTable {
 public:
  // The number kept for a mark, made 0 where it is new. Valid until the next call.
  std::uint32_t& operator[](std::uint64_t mark) {
    if (2 * (size_ + 1) > entries_.size()) grow();
    Entry& entry = entries_[place_of(mark)];
    if (!entry.is_used) {
      entry = {.mark = mark, .value = 0, .is_used = 1};
      ++size_;
    }
    return entry.value;
  }

  const std::uint32_t* find(std::uint64_t mark) const {
    if (entries_.empty()) return nullptr;
    const Entry& entry = entries_[place_of(mark)];
    return entry.is_used != 0 ? &entry.value : nullptr;
  }

  std::size_t size() const { return size_; }

  // In an order that differs from run to run: it must not show.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const Entry& entry : entries_) {
      if (entry.is_used != 0) visit(entry.mark, entry.value);
    }
  }

 private:
  struct Entry {
    std::uint64_t mark = 0;
    std::uint32_t value = 0;
    std::uint32_t is_used = 0;
  };

  // Where the mark is, or the free entry where it belongs.
  std::size_t place_of(std::uint64_t mark) const {
    const std::size_t mask = entries_.size() - 1;
    std::size_t at = static_cast<std::size_t>(mix(mark ^ seed_)) & mask;
    while (entries_[at].is_used != 0 && entries_[at].mark != mark) at = (at + 1) & mask;
    return at;
  }

  void grow() {
    std::vector<Entry> old(entries_.empty() ? 64 : 2 * entries_.size());
    old.swap(entries_);
    for (const Entry& entry : old) {
      if (entry.is_used != 0) entries_[place_of(entry.mark)] = entry;
    }
  }

  std::uint64_t seed_ = process_seed();
  std::size_t size_ = 0;
  std::vector<Entry> entries_;  // a power of two, at most half full
};

}  // namespace pagekin::templates
