// Which part of a text is the value, for values that share their text with other words.
//
//   "Price: $12.00 (incl. VAT)"   between "Price: " and " ("
//   "Paris, France"               field 1 of those between ", "
//   "on 3 May 2001 (updated ..."  a text like "9 a 9" after "on "
//
// A part is learned from texts whose value is known, and checked on the other texts of its
// place: among the parts that give the known values, that is taken which fits most texts (a number
// stays a number), then the most specific one. If that only counts words, and the word right before
// the value stands on a fair share of the texts ("Serves 4", but "Cook: 30 min"), it has a rival.
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
    kPattern,    // a text of the pattern `after` right behind the first `before`
  };
  Kind kind = Kind::kWhole;
  std::string before;  // empty: from the start
  std::string after;   // empty: to the end; of kPattern see pattern_of()
  std::uint32_t field = 0;

  friend bool operator==(const TextPart&, const TextPart&) = default;
};

// The part of the text, trimmed; nothing if the text does not have it.
std::optional<std::string_view> part_of(const TextPart& part, std::string_view text);

// A value with each number as '9' and each word as 'a': "$9", "9 a 9", "9-9-9".
std::string pattern_of(std::string_view value);

// For messages: "between 'Price: ' and ' ('".
std::string to_text(const TextPart& part);

struct KnownPart {
  std::string_view text;
  std::string_view value;  // occurs in the text
};

struct LearnedPart {
  TextPart part;
  std::optional<TextPart> rival;  // one more label decides
};

// Nothing if no part gives the value of each known text. `others`: texts of the same place.
std::optional<LearnedPart> learn_part(std::span<const KnownPart> known,
                                      std::span<const std::string_view> others);

}  // namespace pagekin::wrapper
