// Content by its signature, and media types by their header.
//
// Source: MIME Sniffing standard (whatwg.org), 7.1 "Identifying a resource with an unknown MIME
// type" with scriptable types, 6.1, 6.2 and 6.4 for the signatures, 4.4 "Parsing a MIME type".
// Cost: looks at 1445 bytes at most.
// Limits: as in the standard, text that starts with "BM", "ID3" or similar signatures is taken
// for an image or for music. Signatures that always hold a binary data byte (MP4, WebM, fonts,
// most images) are left to the last rule, which gives the same result; MP3 without ID3 never
// matches by the standard's own wording.
#include "pagekin/html/sniff.h"

#include <algorithm>
#include <cstddef>

#include "pagekin/core/text.h"

namespace pagekin::html {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kSniffedBytes = 1445;
constexpr std::string_view kWhiteSpace = "\t\n\f\r ";
constexpr std::string_view kHttpWhiteSpace = "\t\n\r ";

// Matched after white space, in any case, and followed by ' ' or '>'.
constexpr std::string_view kHtmlStarts[] = {
    "<!doctype html", "<html", "<head",  "<script", "<iframe", "<h1",   "<div", "<font",
    "<table",         "<a",    "<style", "<title",  "<b",      "<body", "<br",  "<p",
    "<!--",
};

constexpr std::string_view kTextStarts[] = {"\xFE\xFF"sv, "\xFF\xFE"sv, "\xEF\xBB\xBF"sv};

// Signatures of the standard that may contain no binary data byte. A NUL stands for any byte.
constexpr std::string_view kBinaryStarts[] = {
    "%PDF-"sv,
    "%!PS-Adobe-"sv,
    "BM"sv,
    "GIF87a"sv,
    "GIF89a"sv,
    "RIFF\0\0\0\0WEBPVP"sv,
    "\xFF\xD8\xFF"sv,
    "FORM\0\0\0\0AIFF"sv,
    "ID3"sv,
    "RIFF\0\0\0\0AVI "sv,
    "RIFF\0\0\0\0WAVE"sv,
};

bool starts_like_html(std::string_view bytes) {
  return std::ranges::any_of(kHtmlStarts, [&](std::string_view start) {
    return bytes.size() > start.size() &&
           std::ranges::equal(bytes.substr(0, start.size()), start, {}, to_lower) &&
           (bytes[start.size()] == ' ' || bytes[start.size()] == '>');
  });
}

bool starts_like(std::string_view bytes, std::string_view pattern) {
  return bytes.size() >= pattern.size() &&
         std::ranges::equal(bytes.substr(0, pattern.size()), pattern, [](char byte, char wanted) {
           return wanted == '\0' || byte == wanted;
         });
}

bool is_binary_data_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte <= 0x08 || byte == 0x0B || (0x0E <= byte && byte <= 0x1A) ||
         (0x1C <= byte && byte <= 0x1F);
}

bool is_token(std::string_view text) {
  constexpr auto is_token_character = [](char c) {
    return ('0' <= c && c <= '9') || ('a' <= to_lower(c) && to_lower(c) <= 'z') ||
           "!#$%&'*+-.^_`|~"sv.find(c) != std::string_view::npos;
  };
  return !text.empty() && std::ranges::all_of(text, is_token_character);
}

bool is_quotable(std::string_view text) {
  return std::ranges::all_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte == '\t' || (byte >= 0x20 && byte != 0x7F);
  });
}

std::string_view without_trailing_space(std::string_view text) {
  return text.substr(0, text.find_last_not_of(kHttpWhiteSpace) + 1);
}

// Takes the text before the first of `ends` off the front and returns it.
std::string_view take_until(std::string_view& text, std::string_view ends) {
  const std::string_view front = text.substr(0, text.find_first_of(ends));
  text.remove_prefix(front.size());
  return front;
}

// The string in quotes at the start of `text`, with backslashes resolved; its end may be missing.
std::string take_quoted(std::string_view& text) {
  std::string out;
  text.remove_prefix(1);
  while (true) {
    out += take_until(text, "\"\\");
    if (text.empty()) return out;
    const char mark = text.front();
    text.remove_prefix(1);
    if (mark == '"') return out;
    if (text.empty()) return out + '\\';
    out += text.front();
    text.remove_prefix(1);
  }
}

}  // namespace

ContentKind sniff(std::string_view bytes) {
  bytes = bytes.substr(0, kSniffedBytes);
  const std::string_view text =
      bytes.substr(std::min(bytes.find_first_not_of(kWhiteSpace), bytes.size()));
  if (starts_like_html(text)) return ContentKind::kHtml;
  if (text.starts_with("<?xml")) return ContentKind::kXml;

  const auto starts = [&](std::string_view pattern) { return starts_like(bytes, pattern); };
  // The standard demands that something follows a byte order mark.
  if (bytes.size() >= 4 && std::ranges::any_of(kTextStarts, starts)) return ContentKind::kText;
  if (std::ranges::any_of(kBinaryStarts, starts)) return ContentKind::kBinary;
  return std::ranges::any_of(bytes, is_binary_data_byte) ? ContentKind::kBinary
                                                         : ContentKind::kText;
}

std::optional<MediaType> parse_media_type(std::string_view value) {
  value.remove_prefix(std::min(value.find_first_not_of(kHttpWhiteSpace), value.size()));
  value = without_trailing_space(value);

  const std::string_view type = take_until(value, "/");
  if (!is_token(type) || value.empty()) return std::nullopt;
  value.remove_prefix(1);
  const std::string_view subtype = without_trailing_space(take_until(value, ";"));
  if (!is_token(subtype)) return std::nullopt;

  MediaType media_type{.essence = lower_case(type) + '/' + lower_case(subtype), .charset = {}};
  bool has_charset = false;
  while (!value.empty()) {
    value.remove_prefix(1);  // the ';'
    value.remove_prefix(std::min(value.find_first_not_of(kHttpWhiteSpace), value.size()));
    const std::string_view name = take_until(value, ";=");
    if (value.empty() || value.front() == ';') continue;
    value.remove_prefix(1);  // the '='

    const bool quoted = value.starts_with('"');
    const std::string parameter =
        quoted ? take_quoted(value) : std::string(without_trailing_space(take_until(value, ";")));
    if (quoted) take_until(value, ";");
    if (has_charset || lower_case(name) != "charset" || !is_quotable(parameter)) continue;
    if (parameter.empty() && !quoted) continue;
    media_type.charset = parameter;
    has_charset = true;
  }
  return media_type;
}

bool is_html_media_type(std::string_view essence) {
  return essence == "text/html" || essence == "application/xhtml+xml" ||
         essence == "application/vnd.wap.xhtml+xml";
}

}  // namespace pagekin::html
