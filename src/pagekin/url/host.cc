// Hosts by the URL Standard's host parser.
//
// Source: URL Standard (whatwg.org), "Host parsing".
// Cost: linear in the text.
#include "pagekin/url/host.h"

#include <algorithm>

#include "pagekin/core/text.h"
#include "pagekin/url/domain.h"
#include "pagekin/url/ip_address.h"
#include "pagekin/url/percent.h"

namespace pagekin::url {
namespace {

bool holds_any(ByteSet set, std::string_view text) {
  return std::any_of(text.begin(), text.end(), [set](char c) { return is_in(set, c); });
}

std::optional<std::string> bracketed(std::string_view text) {
  if (text.size() < 2 || text.back() != ']') return std::nullopt;
  const auto address = parse_ipv6(text.substr(1, text.size() - 2));
  if (!address) return std::nullopt;
  return '[' + to_text(*address) + ']';
}

}  // namespace

std::optional<std::string> parse_host(std::string_view text) {
  if (text.starts_with('[')) return bracketed(text);
  auto domain = text.find('%') == text.npos ? domain_to_ascii(text)
                                            : domain_to_ascii(to_valid_utf8(percent_decode(text)));
  if (!domain || domain->empty()) return std::nullopt;

  if (holds_any(kForbiddenInDomain, *domain)) return std::nullopt;
  if (!ends_in_a_number(*domain)) return domain;
  const auto address = parse_ipv4(*domain);
  if (!address) return std::nullopt;
  return to_text(*address);
}

std::optional<std::string> parse_opaque_host(std::string_view text) {
  if (text.starts_with('[')) return bracketed(text);
  if (holds_any(kForbiddenInHost, text)) return std::nullopt;
  std::string host;
  append_encoded(text, kC0ControlSet, host);
  return host;
}

}  // namespace pagekin::url
