#include "pagekin/input/page_rules.h"

#include <algorithm>
#include <string>

#include "pagekin/core/text.h"
#include "pagekin/html/encoding.h"

namespace pagekin::input {
namespace {

std::string_view without_leading_nuls(std::string_view body) {
  return body.substr(std::min(body.find_first_not_of('\0'), body.size()));
}

// Whether bytes are binary only because of some NUL among text with tags. Browsers drop NUL from
// pages. Any number of them may come first, as padding does. In UTF-16 and UTF-32 most letters have
// NUL beside them, and other binary data has other control characters, too.
bool is_text_with_nuls(std::string_view body) {
  constexpr std::size_t looked_at = std::size_t{1} << 16;
  constexpr std::size_t letters_between = 4;  // runs of NUL, in the mean at least
  const std::string_view start = without_leading_nuls(body).substr(0, looked_at);
  std::string text;
  text.reserve(start.size());
  std::size_t runs = 0;
  bool is_in_run = false;
  for (const char c : start) {
    if (c != '\0') {
      text += c;
    } else if (!is_in_run) {
      ++runs;
    }
    is_in_run = c == '\0';
  }
  if (runs * letters_between > text.size() || start.size() > 2 * text.size()) return false;
  if (html::sniff(text) == html::ContentKind::kBinary) return false;
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
    const char next = at + 1 < text.size() ? to_lower(text[at + 1]) : '\0';
    if (next >= 'a' && next <= 'z') return true;
  }
  return false;
}

}  // namespace

bool may_be_page(const std::optional<html::MediaType>& declared) {
  return !declared || html::is_html_media_type(declared->essence);
}

std::optional<NotAPage> why_not_page(const std::optional<html::MediaType>& declared,
                                     std::string_view body) {
  if (!may_be_page(declared)) return NotAPage{Reason::kMediaType, declared->essence};
  if (!declared && !body.empty()) {
    const html::ContentKind kind = html::sniff(without_leading_nuls(body));
    if (kind != html::ContentKind::kHtml && kind != html::ContentKind::kXml) {
      return NotAPage{kind == html::ContentKind::kBinary ? Reason::kBinary : Reason::kMediaType,
                      "no media type is declared, and the content is not HTML"};
    }
  }
  const std::optional<Reason> reason = not_a_page(body, declared ? declared->charset : "");
  if (!reason) return std::nullopt;
  return NotAPage{*reason,
                  *reason == Reason::kEmpty ? "the body has no bytes" : "the content is binary"};
}

std::optional<Reason> not_a_page(std::string_view body, std::string_view charset) {
  if (body.empty()) return Reason::kEmpty;
  if (html::sniff(body) != html::ContentKind::kBinary) return std::nullopt;
  // UTF-16 without a byte order mark is full of NUL bytes; a declared charset vouches for it.
  const auto declared = html::encoding_for_label(charset);
  if (declared && !html::scans_in_place(*declared)) return std::nullopt;
  if (is_text_with_nuls(body)) return std::nullopt;
  return Reason::kBinary;
}

std::optional<Incident> check_supplied(Page& page, std::size_t max_page_bytes) {
  Incident incident{
      .input = std::string(page.input), .page = std::string(page.id), .offset = page.offset};
  if (const auto reason = not_a_page(page.body, page.charset)) {
    incident.reason = *reason;
    incident.detail = *reason == Reason::kEmpty ? "the page has no bytes" : "the content is binary";
    return incident;
  }
  if (max_page_bytes == 0 || page.body.size() <= max_page_bytes) return std::nullopt;
  page.body = page.body.substr(0, max_page_bytes);
  incident.reason = Reason::kTooLong;
  incident.detail = "longer than " + std::to_string(max_page_bytes) + " bytes";
  return incident;
}

}  // namespace pagekin::input
