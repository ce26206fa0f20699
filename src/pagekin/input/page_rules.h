// What makes an answer of a server a page: one rule for records of an archive and for a crawl.
//
// A page is declared as HTML or not declared at all, has at least one byte, and is not binary
// by the MIME sniffing rules. If nothing is declared, its content must look like HTML or XML.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pagekin/core/page.h"
#include "pagekin/html/sniff.h"

namespace pagekin::input {

// Whether an answer may be a page by its declared type alone: HTML, or nothing declared.
// Saves decoding the bodies of images.
bool may_be_page(const std::optional<html::MediaType>& declared);

// Why an answer is not a page.
struct NotAPage {
  Reason reason = Reason::kMediaType;
  std::string detail;  // one sentence; of kMediaType the media type, if one is declared
};
// Nothing: it is a page.
std::optional<NotAPage> why_not_page(const std::optional<html::MediaType>& declared,
                                     std::string_view body);

// Judges bytes that claim to be HTML by their content alone: kEmpty, kBinary, or nothing if
// they are a page.
std::optional<Reason> not_a_page(std::string_view body, std::string_view charset);

// The same for a page that the calling program supplies, which is cut if it is longer than
// `max_page_bytes` (0: no limit). Returns what happened to it, if anything did.
std::optional<Incident> check_supplied(Page& page, std::size_t max_page_bytes);

}  // namespace pagekin::input
