#include "pagekin/input/http_response.h"

#include <algorithm>
#include <charconv>

#include "pagekin/codec/codec.h"
#include "pagekin/core/header_lines.h"
#include "pagekin/core/text.h"
#include "pagekin/html/sniff.h"

namespace pagekin::input {
namespace {

constexpr std::size_t kMaxEncodings = 3;

// "HTTP/1.1 200 OK", "HTTP/2 200", "HTTP 200 Document follows", "HTTP/1.1    200".
int status_of(std::string_view line) {
  const auto space = line.find(' ');
  if (space == std::string_view::npos) return 0;
  const std::string_view digits = trim(line.substr(space));
  int status = 0;
  const auto [end, failure] = std::from_chars(
      digits.data(), digits.data() + std::min<std::size_t>(digits.size(), 4), status);
  return failure == std::errc{} && end - digits.data() == 3 && status >= 100 ? status : 0;
}

void split_encodings(std::string_view value, std::vector<std::string>& out) {
  while (!value.empty()) {
    const auto comma = value.find(',');
    std::string name = lower_case(trim(value.substr(0, comma)));
    if (!name.empty() && name != "identity" && name != "none") out.push_back(std::move(name));
    value = comma == std::string_view::npos ? std::string_view{} : value.substr(comma + 1);
  }
}

// Takes the size line of a chunk off `rest`; false when there is none.
bool take_chunk_size(std::string_view& rest, std::uint64_t& size) {
  const auto newline = rest.find('\n');
  const std::string_view line = trim(rest.substr(0, newline));
  size = 0;
  const auto [end, failure] = std::from_chars(line.data(), line.data() + line.size(), size, 16);
  if (end == line.data()) return false;  // no hex digit
  if (failure == std::errc::result_out_of_range) size = UINT64_MAX;
  const std::string_view after =
      trim({end, static_cast<std::size_t>(line.data() + line.size() - end)});
  if (!after.empty() && after.front() != ';') return false;
  rest.remove_prefix(newline == std::string_view::npos ? rest.size() : newline + 1);
  return true;
}

// Returns true if `body` really is chunked; `out` then holds the joined chunks.
bool unchunk(std::string_view body, std::string& out, bool& cut_short) {
  std::string_view rest = body;
  std::uint64_t size = 0;
  if (!take_chunk_size(rest, size)) return false;
  out.clear();
  cut_short = false;
  while (size != 0) {
    const std::size_t here = static_cast<std::size_t>(std::min<std::uint64_t>(size, rest.size()));
    out += rest.substr(0, here);
    rest.remove_prefix(here);
    if (here < size) {
      cut_short = true;
      return true;
    }
    // The chunk ends with a line end; some servers forget it.
    if (rest.starts_with("\r\n")) {
      rest.remove_prefix(2);
    } else if (rest.starts_with('\n')) {
      rest.remove_prefix(1);
    }
    if (!take_chunk_size(rest, size)) {
      cut_short = true;
      return true;
    }
  }
  return true;
}

bool format_of(std::string_view encoding, codec::Format& format) {
  if (encoding == "gzip" || encoding == "x-gzip") {
    format = codec::Format::kGzip;
  } else if (encoding == "deflate") {
    format = codec::Format::kDeflate;
  } else if (encoding == "br") {
    format = codec::Format::kBrotli;
  } else if (encoding == "zstd") {
    format = codec::Format::kZstd;
  } else {
    return false;
  }
  return true;
}

}  // namespace

HttpResponse parse_http_response(std::string_view bytes) {
  HttpResponse response;
  if (!starts_with_ignoring_case(bytes, "HTTP")) {
    response.body = bytes;
    return response;
  }
  response.has_header = true;
  const auto newline = bytes.find('\n');
  response.status_line = trim(bytes.substr(0, newline));
  response.status = status_of(response.status_line);
  if (newline == std::string_view::npos) return response;

  HeaderLines lines(bytes.substr(newline + 1));
  while (lines.next()) {
    if (equals_ignoring_case(lines.name(), "Content-Type")) {
      if (response.content_type.empty()) response.content_type = lines.value();
    } else if (equals_ignoring_case(lines.name(), "Content-Length")) {
      std::uint64_t length = 0;
      const std::string_view value = lines.value();
      const auto [end, failure] =
          std::from_chars(value.data(), value.data() + value.size(), length);
      if (failure == std::errc{} && end == value.data() + value.size())
        response.content_length = length;
    } else if (equals_ignoring_case(lines.name(), "Content-Encoding")) {
      split_encodings(lines.value(), response.encodings);
    } else if (equals_ignoring_case(lines.name(), "Transfer-Encoding")) {
      std::vector<std::string> codings;
      split_encodings(lines.value(), codings);
      for (const std::string& coding : codings) response.chunked |= coding == "chunked";
    }
  }
  response.header_complete = lines.complete();
  response.body = lines.rest();
  return response;
}

DecodedBody decode_body(const HttpResponse& response, std::size_t cap, BodyBuffers& buffers) {
  DecodedBody body{.bytes = response.body};
  bool cut_short = false;
  const bool was_chunked = response.chunked && unchunk(response.body, buffers.unchunked, cut_short);
  if (was_chunked) {
    body.bytes = buffers.unchunked;
  } else if (response.content_length && response.encodings.empty() &&
             *response.content_length > response.body.size()) {
    cut_short = true;
  }

  if (response.encodings.size() > kMaxEncodings) {
    body.fault = BodyFault::kTooManyEncodings;
    return body;
  }
  int turn = 0;
  for (auto encoding = response.encodings.rbegin(); encoding != response.encodings.rend();
       ++encoding) {
    codec::Format format{};
    if (!format_of(*encoding, format)) {
      body.fault = BodyFault::kUnknownEncoding;
      return body;
    }
    std::string& out = buffers.decoded[turn];  // never the buffer that body.bytes is in
    const codec::Status status =
        codec::decode_all(format, body.bytes, cap == 0 ? SIZE_MAX : cap, out);
    // The header is wrong if nothing could be decoded or the raw bytes are HTML themselves.
    if (status == codec::Status::kDamaged &&
        (out.empty() || html::sniff(body.bytes) == html::ContentKind::kHtml)) {
      continue;
    }
    body.bytes = out;
    turn ^= 1;
    if (status == codec::Status::kLimit) {
      body.fault = BodyFault::kTooLong;
      return body;
    }
    cut_short |= status != codec::Status::kDone;
  }
  if (cap != 0 && body.bytes.size() > cap) {
    body.bytes = body.bytes.substr(0, cap);
    body.fault = BodyFault::kTooLong;
  } else if (cut_short) {
    body.fault = BodyFault::kCutShort;
  }
  return body;
}

}  // namespace pagekin::input
