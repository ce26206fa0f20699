// Texts that say one thing each page in the same words: "Opened June 9 by Ann", "Round 5 of 19",
// "(3 voices)". The words and marks that nearly all have divide them into pieces.
//
// A word or a mark divides if nearly all texts have it equally often and all such stand in one
// order. Words with digits do not, nor do marks inside numbers and words, commas and dots; of
// marks only those that stand between blanks, colons before a blank, and brackets. "voice" and
// "voices" are one word. What makes up a date, an amount of money, a phone number or an address
// stays in one piece; so does a measure with its unit ("195 lbs").
//
// The idea is that of templates of strings in EXALG (Arasu and Garcia-Molina 2003).
//
// Cost: linear in the texts; the first 400 of them are compared.
// Limits: texts of up to 300 bytes, eight dividers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pagekin::skeleton {

struct TextForm {
  std::vector<std::string> dividers;  // each one or more words and marks, with spaces between them
  bool begins_with_divider = false;
  bool ends_with_divider = false;

  // Between the dividers, and before and after them where a text does not begin or end with one.
  std::size_t pieces() const {
    return dividers.size() + 1 - (begins_with_divider ? 1 : 0) - (ends_with_divider ? 1 : 0);
  }
  friend bool operator==(const TextForm&, const TextForm&) = default;
};

// The form of nearly all of the texts. None if they have no words in common, or if each of them is
// one value, such as a date.
std::optional<TextForm> find_text_form(std::span<const std::string_view> texts);

// The pieces of a text, without blanks around them; none if the text has another form. A piece may
// be empty.
std::optional<std::vector<std::string_view>> pieces_of(const TextForm& form, std::string_view text);

}  // namespace pagekin::skeleton
