// The bytes of a page that a JSON string holds.
//
// A string holds the text of the page, or its bytes in base64, or gzip data whose bytes were
// written as the characters U+0000 to U+00FF. Bytes in base64 may be compressed with gzip, zlib
// or zstd. A "data:" address with base64 counts as base64.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "pagekin/core/page.h"

namespace pagekin::input {

struct JsonBody {
  std::string_view bytes;  // of the text or of the buffer
  bool is_text = true;     // JSON text, so UTF-8; otherwise the bytes say what they are
  // What is wrong. A reason whose fate is kLimited leaves the bytes usable.
  std::optional<std::pair<Reason, std::string>> fault;
};

// `encoding`: "text", "base64", or "auto", which takes a string for base64 if all of it is base64
// and the bytes begin like compressed data, like markup or like a document such as PDF. At most
// `cap` bytes are returned. `buffer` holds the bytes if they had to be decoded.
JsonBody decode_json_body(std::string_view text, std::string_view encoding, std::size_t cap,
                          std::string& buffer);

}  // namespace pagekin::input
