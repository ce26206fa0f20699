// Parses an HTTP response as crawlers store it, and decodes its body. Accepts malformed
// responses, because real servers send them; never fails.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pagekin::input {

struct HttpResponse {
  bool has_header = false;       // false: the bytes do not begin with a status line
  bool header_complete = false;  // a blank line was seen
  int status = 0;                // 0: the status line holds no number
  std::string_view status_line;
  std::string content_type;  // first one; empty: none
  std::optional<std::uint64_t> content_length;
  bool chunked = false;
  std::vector<std::string> encodings;  // Content-Encoding, lower case, in the order applied
  std::string_view body;               // raw bytes after the header
};

// Views point into `bytes`.
HttpResponse parse_http_response(std::string_view bytes);

enum class BodyFault : std::uint8_t {
  kNone,
  kTooLong,   // more than the cap: the first `cap` bytes are kept
  kCutShort,  // ends early
  kUnknownEncoding,
  kTooManyEncodings,
};

struct DecodedBody {
  std::string_view bytes;  // in the response or in the buffers
  BodyFault fault = BodyFault::kNone;
};

// Buffers of decode_body, reused from page to page.
struct BodyBuffers {
  std::string unchunked;
  std::string decoded[2];
};

// Undoes chunked transfer coding and up to three content encodings. A coding that
// the header claims but the body does not have is ignored: archives often store
// bodies decoded and keep the header. `cap` 0: no limit.
DecodedBody decode_body(const HttpResponse& response, std::size_t cap, BodyBuffers& buffers);

}  // namespace pagekin::input
