// Names of attributes as numbers.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include "pagekin/dom/tree.h"

namespace pagekin::dom {

// The known names, all but http-equiv no longer than 8 bytes, each of these packed into one
// word: lower-case bytes, then zeros. The multiplier was found by trial to give each a place
// of its own.
class KnownAttributes {
 public:
  static constexpr std::size_t max_name = 8;

  constexpr KnownAttributes() {
    constexpr std::pair<std::string_view, AttributeName> names[] = {
        {"class", AttributeName::kClass},       {"id", AttributeName::kId},
        {"name", AttributeName::kName},         {"href", AttributeName::kHref},
        {"src", AttributeName::kSrc},           {"rel", AttributeName::kRel},
        {"type", AttributeName::kType},         {"role", AttributeName::kRole},
        {"content", AttributeName::kContent},   {"property", AttributeName::kProperty},
        {"itemprop", AttributeName::kItemprop}, {"itemtype", AttributeName::kItemtype},
        {"alt", AttributeName::kAlt},           {"datetime", AttributeName::kDatetime},
        {"data-src", AttributeName::kDataSrc},
    };
    for (const auto& [name, known] : names) {
      std::uint64_t packed = 0;
      for (std::size_t i = 0; i < name.size(); ++i) {
        packed |= std::uint64_t{static_cast<unsigned char>(name[i])} << (8 * i);
      }
      Slot& slot = slots_[place_of(packed)];
      if (slot.packed != 0) throw "two names in one place: take another multiplier";
      slot = {packed, known};
    }
  }

  // `readable` is the number of bytes from the begin of the name that may be read.
  AttributeName find(std::string_view name, std::size_t readable) const {
    if (name.empty()) return AttributeName::kOther;
    if (name.size() > max_name) {
      return is_http_equiv(name) ? AttributeName::kHttpEquiv : AttributeName::kOther;
    }
    std::uint64_t packed = 0;
    std::memcpy(&packed, name.data(), readable >= max_name ? max_name : name.size());
    // Sets 0x20 in every byte, which makes letters lower case and nothing else a letter.
    packed = (packed | 0x2020202020202020) & (~std::uint64_t{0} >> (64 - 8 * name.size()));
    const Slot& slot = slots_[place_of(packed)];
    return slot.packed == packed ? slot.known : AttributeName::kOther;
  }

 private:
  struct Slot {
    std::uint64_t packed = 0;
    AttributeName known = AttributeName::kOther;
  };
  static bool is_http_equiv(std::string_view name) {
    constexpr std::string_view lower_case = "http-equiv";
    return name.size() == lower_case.size() &&
           std::equal(name.begin(), name.end(), lower_case.begin(), [](char a, char b) {
             return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + 0x20) : a) == b;
           });
  }
  static constexpr std::size_t place_of(std::uint64_t packed) {
    return (packed * 0xf8130c4237730edf) >> 59;
  }
  std::array<Slot, 32> slots_{};
};

inline constexpr KnownAttributes kKnownAttributes;

}  // namespace pagekin::dom
