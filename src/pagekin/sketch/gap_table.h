// A hash table that is a sorted array with gaps. It is a table of its own because it
// decides the speed and the memory of the fingerprint index.
//
// A slot holds 32 bits of hash (the tag) and a 32-bit value. Slots are in ascending order
// of tags. The home of a tag is the tag scaled to the number of homes; the tag is stored
// there or, after smaller tags, in the unbroken run of slots that follows. Values of one
// tag are adjacent. Therefore
//  - a search ends at the first slot with a larger tag or at a gap: after two or three
//    slots of one or two cache lines, whether the tag is found or not;
//  - growing is one sequential pass over both arrays, and may be by any factor: 1.5 here,
//    so that at most half of the memory is unused.
//
// The caller makes the tags, from a seeded hash if others choose the keys, and checks
// whether a value of equal tag is the right one.
//
// Cost: 11 to 16 bytes an entry; expected time O(1 + values of the tag).
// Limits: made for few values a tag; values are removed only by replace().
#pragma once

#include <cstddef>
#include <cstdint>

#include "pagekin/sketch/big_buffer.h"

namespace pagekin::sketch {

class GapTable {
 public:
  struct Slot {
    std::uint32_t tag;
    std::uint32_t value;
  };

  // The tag of a 64-bit hash.
  static std::uint32_t tag_of(std::uint64_t hash) {
    const auto tag = static_cast<std::uint32_t>(hash >> 32);
    return tag == empty_slot.tag ? tag - 1 : tag;
  }

  // Prefetches the memory in which `tag` will be searched and slots will be moved: a cache
  // line and the next. Inlined because the compiler would remove a call that does nothing
  // else.
  [[gnu::always_inline]] void prefetch(std::uint32_t tag) const {
    if (homes_ == 0) return;
    const Slot* const slot = slots() + home(tag);
    __builtin_prefetch(slot);
    __builtin_prefetch(slot + 64 / sizeof(Slot));
  }

  // The values of a tag: for (auto* slot = find(tag); slot->tag == tag; ++slot).
  // Valid until the next change.
  const Slot* find(std::uint32_t tag) const {
    const Slot* slot = homes_ == 0 ? &empty_slot : slots() + home(tag);
    while (slot->tag < tag) ++slot;
    return slot;
  }

  // Adds a value to those of the tag.
  void insert(std::uint32_t tag, std::uint32_t value);

  // Makes `value` the only value of the tag, which must have one.
  void replace(std::uint32_t tag, std::uint32_t value);

  std::size_t size() const { return size_; }
  std::size_t memory_bytes() const { return slots_ * sizeof(Slot); }

 private:
  static constexpr Slot empty_slot = {0xffff'ffff, 0xffff'ffff};  // larger than any tag

  Slot* slots() const { return reinterpret_cast<Slot*>(buffer_.data()); }
  std::size_t home(std::uint32_t tag) const { return (std::uint64_t{tag} * homes_) >> 32; }
  bool try_insert(Slot added);
  void resize(std::size_t homes, std::size_t room_behind);

  BigBuffer buffer_;
  std::size_t homes_ = 0;  // number of slots that are homes of tags
  std::size_t slots_ = 0;  // number of all slots; the last ones are always gaps
  std::size_t size_ = 0;
};

}  // namespace pagekin::sketch
