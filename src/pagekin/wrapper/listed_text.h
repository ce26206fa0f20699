// Lists that are written in one text, or in one attribute: "Tags: sushi, pasta, curry",
// "Ann, Bob and Cid", content="red, green".
//
// The labelled values of a page stand one after the other in the text. What stands between two of
// them separates values on all pages: marks, or a short word ("and", "or", "und") between spaces.
// The values are learned as one, from the first to the last, and divided where a separator stands.
// This is the last way to read labels: it is taken where the rules that were learned from the
// values one by one do not give them.
//
// Cost: time O(slots * values) for a labelled page; linear in the text to divide it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/wrapper/page_slots.h"

namespace pagekin::wrapper {

// A list in one text.
struct ListedText {
  std::uint32_t slot = kNone;
  std::string text;                     // from the first value to the last
  std::vector<std::string> separators;  // between them, ascending, each once; empty: not found
};

// The slots in which all values, at least two, stand in their order, with separators between them.
std::vector<ListedText> listed_texts(const PageSlots& page, std::span<const std::string> values);

// Whether each value also stands in a text without the others, all in elements of one kind, such as
// "Ann (cook)" in items: these may be the list, and the text with all values a sentence about some.
bool stand_apart(const PageSlots& page, std::span<const std::string> values);

// A hash of the path of a slot, with which it is found on other pages of its template.
std::uint64_t place_of_list(const PageSlots& page, std::uint32_t slot);

// The values of a text: where two separators begin at one place, the longer one counts. Values are
// trimmed; empty ones are left out.
std::vector<std::string> divided(std::string_view text, std::span<const std::string> separators);

// "divided at ', ' or ' and '"; empty without separators.
std::string to_text(std::span<const std::string> separators);

// Whether a value has a mark or word in it that separates values of many lists.
bool may_be_several(std::string_view value);

}  // namespace pagekin::wrapper
