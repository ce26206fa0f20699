// What there is to choose from (catalogue.h), for people: as text, JSON or Markdown.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/export.h"
#include "pagekin/words.h"

namespace pagekin {

enum class ListingForm : std::uint8_t { kText, kJson, kMarkdown };
template <>
struct Words<ListingForm> {
  static constexpr std::array<std::string_view, 3> all = {"text", "json", "markdown"};
};

// The kinds of things: "methods", "measures", ...
PAGEKIN_API std::vector<std::string> listed_kinds();

// The names of the things of a kind. Throws Error for an unknown kind.
PAGEKIN_API std::vector<std::string> listed_names(std::string_view kind);

// All kinds; or the one that the first word names. Other words are searched for: a thing is listed
// if each of them begins a word of its name, its summary, the names of its options, its search
// words or its references, in any case. Words of up to three letters, such as ARI, must be whole
// words there. `width` is the length of a line of text. Throws OptionError when nothing is found.
PAGEKIN_API std::string listing(const std::vector<std::string>& words, ListingForm form,
                                std::size_t width = 80);

// The tables of options of all use cases (use_cases.h) as one JSON object.
PAGEKIN_API std::string options_as_json();

}  // namespace pagekin
