// Guesses the kind of content from its bytes, and parses Content-Type headers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pagekin::html {

enum class ContentKind : std::uint8_t { kHtml, kXml, kText, kBinary };

// The kind of content by its first bytes. HTML that does not start with one of the usual tags, or
// starts with a byte order mark, is kText.
ContentKind sniff(std::string_view bytes);

struct MediaType {
  std::string essence;  // "text/html": type and subtype in lower case
  std::string charset;  // as written, without quotes; empty when there is none
};

// Reads the value of a Content-Type header. None when it is not a media type.
std::optional<MediaType> parse_media_type(std::string_view value);

// Whether pages of this type are HTML or XHTML. `essence` is in lower case.
bool is_html_media_type(std::string_view essence);

}  // namespace pagekin::html
