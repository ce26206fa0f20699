// Which part of a text is the value, for values that share their text with other words.
//
//   "Price: $12.00 (incl. VAT)"   between "Price: " and " ("
//   "Paris, France"               field 1 of those between ", "
//
// A part is learned from texts of which the value is known, and checked on the other texts of its
// place: among the parts that give the known values, that is taken which fits most texts (a number
// stays a number), then the most specific one.
//
// Cost: O(known texts * parts tried * texts).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pagekin::wrapper {

struct TextPart {
  enum class Kind : std::uint8_t {
    kWhole,
    kBetween,    // after the first `before`, up to the first `after` behind it
    kField,      // number `field` between `before`s, from 0
    kFieldLast,  // the same from the end
  };
  Kind kind = Kind::kWhole;
  std::string before;  // empty: from the start
  std::string after;   // empty: to the end
  std::uint32_t field = 0;

  friend bool operator==(const TextPart&, const TextPart&) = default;
};

// The part of the text, trimmed; nothing if the text does not have it.
std::optional<std::string_view> part_of(const TextPart& part, std::string_view text);

// For messages: "between 'Price: ' and ' ('".
std::string to_text(const TextPart& part);

struct KnownPart {
  std::string_view text;
  std::string_view value;  // occurs in the text
};

// Nothing if no part gives the value of each known text. `others`: texts of the same place.
std::optional<TextPart> learn_part(std::span<const KnownPart> known,
                                   std::span<const std::string_view> others);

}  // namespace pagekin::wrapper
