// Text in lines of a given width.
//
// Cost: linear in the text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pagekin {

// Breaks a text at blanks, so that no line is longer than `width` unless one word is. The caller
// has written `first` characters of the first line; the other lines begin with `indent` blanks.
// White space inside the text is collapsed. The result has no newline at its end.
std::string wrap(std::string_view text, std::size_t width, std::size_t indent, std::size_t first);
inline std::string wrap(std::string_view text, std::size_t width, std::size_t indent) {
  return wrap(text, width, indent, indent);
}

// Breaks a shell command at blanks outside quotes, but not between an option and the word after
// it. All lines but the last end with " \", so that
// they can be pasted; those after the first begin with `indent` blanks. The first line begins as
// the command does, blanks included.
std::string wrap_command(std::string_view command, std::size_t width, std::size_t indent);

}  // namespace pagekin
