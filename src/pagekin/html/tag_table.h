// The hash table of tag_id(): maps the bytes of a short name to the number of a known tag with
// one multiplication and, nearly always, one comparison.
//
// A name of up to 8 bytes is packed into one word: its lower-case bytes, then zeros. The table
// uses open addressing with linear probing and is filled by the compiler from known_tags.inc. The
// few longer names are left to tag_id().
//
// Cost: 16 KB, of which the lines of common tags stay in the cache.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "pagekin/core/text.h"
#include "pagekin/html/tag_id.h"

namespace pagekin::html {

constexpr std::size_t kMaxPackedName = 8;

// As the bytes lie in memory. A name must not hold NUL, which is the padding.
constexpr std::uint64_t pack_name(std::string_view name) {
  std::uint64_t packed = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    packed |= std::uint64_t{static_cast<unsigned char>(to_lower(name[i]))} << (8 * i);
  }
  return packed;
}
static_assert(std::endian::native == std::endian::little);

constexpr std::string_view kTagNames[] = {
    {},
#define KNOWN_TAG(constant, name) name,
#include "pagekin/html/known_tags.inc"
#undef KNOWN_TAG
};
static_assert(kKnownTagEnd <= 256, "numbers of known tags are kept in one byte");

class ShortTagTable {
 public:
  constexpr ShortTagTable() {
    for (TagId id = 1; id < kKnownTagEnd; ++id) {
      if (kTagNames[id].size() > kMaxPackedName) continue;
      const std::uint64_t packed = pack_name(kTagNames[id]);
      std::size_t place = home(packed);
      while (slots_[place].id != kNoTag) place = (place + 1) % slot_count;
      slots_[place] = {packed, id};
    }
  }

  // kNoTag when the name is not in the table.
  constexpr TagId find(std::uint64_t packed) const {
    for (std::size_t place = home(packed);; place = (place + 1) % slot_count) {
      const Slot& slot = slots_[place];
      if (slot.packed == packed || slot.id == kNoTag) return slot.id;
    }
  }

 private:
  struct Slot {
    std::uint64_t packed = 0;
    TagId id = kNoTag;
  };
  static constexpr int slot_bits = 10;
  static constexpr std::size_t slot_count = std::size_t{1} << slot_bits;

  static constexpr std::size_t home(std::uint64_t packed) {
    return (packed * 0xff51afd7ed558ccd) >> (64 - slot_bits);
  }

  std::array<Slot, slot_count> slots_{};
};

inline constexpr ShortTagTable kShortTags;

}  // namespace pagekin::html
