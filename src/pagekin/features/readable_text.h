// Text as a reader sees it: each run of white space is one space, and there is none at the ends.
//
// White space is that of Unicode with NUL, the separators U+001C to U+001F, the zero-width space
// and the byte order mark. Code points U+0080 to U+009F are read as windows-1252, as the HTML
// standard reads their references.
//
// Cost: linear; eight bytes at a time where there is nothing to do.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pagekin::features {

// Appends a piece of text, whose character references are decoded, to the text that begins at
// `begin` of `out`. `is_space` says whether white space stands at its end, which is not written;
// it is false before the first piece.
void append_readable(std::string_view piece, std::size_t begin, bool& is_space, std::string& out);

std::string readable_text(std::string_view text);

}  // namespace pagekin::features
