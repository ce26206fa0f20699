// Text for people: what a program needs to show names that come from strangers, numbers and advice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/export.h"

namespace pagekin {

// Valid UTF-8. The bytes of control characters, and of characters that turn the direction of
// writing, are written \xNN, so that no text can steer a terminal or hide what it says.
PAGEKIN_API std::string printable(std::string_view text);

// 1234567 -> "1,234,567"
PAGEKIN_API std::string with_commas(std::uint64_t number);

// "1 page", "1,200 pages".
PAGEKIN_API std::string plural(std::uint64_t count, std::string_view singular,
                               std::string_view several);

// "1.5" for 3 of 200.
PAGEKIN_API std::string percent(std::uint64_t part, std::uint64_t whole);

// Breaks a text at blanks, so that no line is longer than `width` unless one word is. The caller
// has written `first` characters of the first line; the other lines begin with `indent` blanks.
// White space inside the text is collapsed. The result has no newline at its end.
PAGEKIN_API std::string wrap(std::string_view text, std::size_t width, std::size_t indent,
                             std::size_t first);

// A caution (see ClusterResult) as summaries show it: "caution   The site has ...", broken into
// lines, with a newline at the end. Empty for none.
PAGEKIN_API std::string describe_caution(std::string_view caution, std::size_t width = 80);

// Breaks a shell command at blanks outside quotes, but not between an option and the word after
// it. All lines but the last end with " \"; those after the first begin with `indent` blanks.
PAGEKIN_API std::string wrap_command(std::string_view command, std::size_t width,
                                     std::size_t indent);

// The names that `typed` probably stands for, the likeliest first, at most three.
PAGEKIN_API std::vector<std::string_view> nearest_names(std::string_view typed,
                                                        std::span<const std::string_view> names);

// "did you mean 'a' or 'b'?"; empty if no name is near.
PAGEKIN_API std::string did_you_mean(std::string_view typed,
                                     std::span<const std::string_view> names);

// How messages of the library name an option of a run: "option `max_pages`". A program that has
// flags finds this text in them.
PAGEKIN_API std::string option_in_message(std::string_view name);

// The name of an input or a store without a password.
PAGEKIN_API std::string without_password(std::string_view name);

}  // namespace pagekin
