// Which part of a text is the value, for values that share their text with other words.
//
//   "Price: $12.00 (incl. VAT)"   between "Price: " and " ("
//   "Paris, France"               field 1 of those between ", "
//   "on 3 May 2001 (updated ..."  a text like "9 a 9" after "on "
//
// A part is learned from texts whose value is known, and checked on the other texts of its
// place: among the parts that give the known values, that is taken which fits most texts (a number
// stays a number), then the most specific one. Words that one text has around its value are no
// bounds, as they may be another value of that page. What only counts words gives way to marks or
// words that stand around the value on half of the texts, if the two contradict each other: of
// "Funding Organization Item Type" the value is not "Funding" because "Person" was labelled.
//
// The other parts that give the known values are rivals, if they fit about as many texts. Nobody
// knows which of them is meant where they differ: "Berger Bruno", but "von Braun Felix".
//
// Cost: O(known texts * parts tried * texts).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

// Whether the part begins and ends side by side in the text: "born:", "3 May - - print"; or the
// text has nothing but marks.
bool has_empty_part(const TextPart& part, std::string_view text);

// Whether the rival gives another value than the part, or finds none. A value that has letters or
// digits unlike that of the part is no other one; so is a text that only has another pattern.
bool disputes(const TextPart& rival, const TextPart& part, std::string_view text);

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
  std::vector<TextPart> rivals;  // at most kMaxRivalParts; one more label decides
};

constexpr std::size_t kMaxRivalParts = 8;

// Nothing if no part gives the value of each known text. `others`: texts of the same place.
std::optional<LearnedPart> learn_part(std::span<const KnownPart> known,
                                      std::span<const std::string_view> others);

}  // namespace pagekin::wrapper
