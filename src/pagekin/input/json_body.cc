#include "pagekin/input/json_body.h"

#include <algorithm>

#include "pagekin/codec/base64.h"
#include "pagekin/codec/codec.h"
#include "pagekin/input/document_type.h"

namespace pagekin::input {
namespace {

// The compression of a body by its first bytes. zlib has a header of two bytes that is a
// multiple of 31; a page cannot begin with one, because 'x' is no markup.
std::optional<codec::Format> compression_of_body(std::string_view bytes) {
  if (const auto format = codec::format_by_magic(bytes)) return format;
  if (bytes.size() >= 2 && bytes[0] == '\x78' &&
      (bytes[1] == '\x01' || bytes[1] == '\x5e' || bytes[1] == '\x9c' || bytes[1] == '\xda')) {
    return codec::Format::kDeflate;
  }
  return std::nullopt;
}

bool begins_like_a_page(std::string_view bytes) {
  if (compression_of_body(bytes)) return true;
  if (bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff")) return true;  // UTF-16
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
  const std::size_t first = bytes.find_first_not_of(" \t\r\n\f");
  return first != std::string_view::npos && bytes[first] == '<';
}

// "data:text/html;base64,PGh0bWw+" -> "PGh0bWw+"
std::string_view without_data_prefix(std::string_view text) {
  if (!text.starts_with("data:")) return text;
  const std::size_t comma = text.substr(0, 200).find(',');
  if (comma == std::string_view::npos || !text.substr(0, comma).ends_with(";base64")) return text;
  return text.substr(comma + 1);
}

// The first characters almost always show that a text is not base64. Lines may be broken, but a
// blank stands between words.
bool may_be_base64(std::string_view text) {
  constexpr std::size_t whole_groups = 256;  // characters, a multiple of 4
  std::string first;
  for (std::size_t i = 0; i < text.size() && first.size() < whole_groups; ++i) {
    if (text[i] != '\n' && text[i] != '\r') first += text[i];
  }
  if (first.find_first_of(" \t") != std::string::npos) return false;
  std::string start;
  return codec::decode_base64(first, start) &&
         (begins_like_a_page(start) || !document_type_of_bytes(start, {}).empty());
}

// Turns characters up to U+00FF into bytes. Returns false for others.
bool characters_to_bytes(std::string_view text, std::string& out) {
  out.clear();
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto lead = static_cast<unsigned char>(text[i]);
    if (lead < 0x80) {
      out += text[i];
    } else if ((lead == 0xc2 || lead == 0xc3) && i + 1 < text.size()) {
      const auto next = static_cast<unsigned char>(text[++i]);
      out += static_cast<char>(((lead & 3) << 6) | (next & 0x3f));
    } else {
      return false;
    }
  }
  return true;
}

JsonBody cut(std::string_view bytes, bool is_text, std::size_t cap) {
  JsonBody body{.bytes = bytes.substr(0, std::min(cap, bytes.size())), .is_text = is_text};
  if (bytes.size() > cap) {
    body.fault.emplace(Reason::kTooLong, "longer than " + std::to_string(cap) + " bytes");
  }
  return body;
}

JsonBody decompress(codec::Format format, std::size_t cap, std::string& buffer) {
  const std::string packed = std::move(buffer);
  const codec::Status status = codec::decode_all(format, packed, cap, buffer);
  JsonBody body{.bytes = buffer, .is_text = false};
  if (status == codec::Status::kLimit) {
    body.fault.emplace(Reason::kTooLong, "longer than " + std::to_string(cap) + " bytes");
  } else if (status == codec::Status::kDamaged) {
    body.fault.emplace(Reason::kDamaged,
                       "the compressed data is corrupt or its checksum does not match");
  } else if (status == codec::Status::kTruncated && buffer.empty()) {
    body.fault.emplace(Reason::kTruncated, "the compressed data ends before the page begins");
  } else if (status == codec::Status::kTruncated) {
    body.fault.emplace(Reason::kCutShort, "the compressed data ends early");
  }
  return body;
}

}  // namespace

JsonBody decode_json_body(std::string_view text, std::string_view encoding, std::size_t cap,
                          std::string& buffer) {
  if (encoding == "text" || text.empty()) return cut(text, true, cap);
  constexpr std::string_view gzip_as_characters = "\x1f\xc2\x8b";
  if (text.starts_with(gzip_as_characters) && characters_to_bytes(text, buffer)) {
    return decompress(codec::Format::kGzip, cap, buffer);
  }
  const std::string_view base64 = without_data_prefix(text);
  const bool must_be_base64 = encoding == "base64";
  if (!must_be_base64 && !may_be_base64(base64)) return cut(text, true, cap);
  if (!codec::decode_base64(base64, buffer)) {
    if (!must_be_base64) return cut(text, true, cap);
    return {.fault = std::pair(Reason::kDamaged, std::string("the page is not valid base64"))};
  }
  if (const auto format = compression_of_body(buffer)) return decompress(*format, cap, buffer);
  return cut(buffer, false, cap);
}

}  // namespace pagekin::input
