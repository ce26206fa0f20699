// Bytes of a known encoding as UTF-8.
#pragma once

#include <string>
#include <string_view>

#include "pagekin/html/encoding.h"

namespace pagekin::html {

// The text as valid UTF-8, whatever the bytes: what cannot be decoded becomes
// U+FFFD exactly as the Encoding standard says. A byte order mark of the same
// encoding is left out. May be called from any thread; throws Error only where ICU
// was installed without its mappings.
std::string decode(std::string_view bytes, Encoding encoding);

// Whether decode() gives the very bytes, so that they can be read where they lie. Of
// bytes that are not ASCII only those of UTF-8 are looked at. `encoding` is one that
// scans in place, see encoding.h.
bool decodes_to_itself(std::string_view bytes, Encoding encoding);

}  // namespace pagekin::html
