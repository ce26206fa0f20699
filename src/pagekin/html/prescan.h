// The encoding that the first bytes of a page declare, found before any parsing.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "pagekin/html/encoding.h"

namespace pagekin::html {

// Looks for <meta> with an encoding, then for an XML declaration, that begins within the first
// `limit` bytes of the page. A tag cut off by the end of the page declares nothing. Nothing if no
// known encoding is declared.
std::optional<Encoding> prescan(std::string_view bytes, std::size_t limit = 1024);

}  // namespace pagekin::html
