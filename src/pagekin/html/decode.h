// Decodes bytes of a known encoding to UTF-8.
#pragma once

#include <string>
#include <string_view>

#include "pagekin/html/encoding.h"

namespace pagekin::html {

// The text as valid UTF-8 for any bytes: errors become U+FFFD exactly as in the Encoding
// standard. A byte order mark of the same encoding is dropped. May be called from any thread;
// throws Error only if ICU was installed without its mappings.
std::string decode(std::string_view bytes, Encoding encoding);

// Whether decode() returns the same bytes, so that they can be used in place. Bytes beyond ASCII
// are examined for UTF-8 only. `encoding` must be one that scans in place, see encoding.h.
bool decodes_to_itself(std::string_view bytes, Encoding encoding);

}  // namespace pagekin::html
