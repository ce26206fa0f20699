// The canonical form: equivalent spellings are unified, parts that do not identify a page are
// dropped.
//
// Parsing already lower-cases scheme and host, turns names into ASCII and unusual IPv4 addresses
// into plain ones, drops the scheme's own port and resolves dot segments. On top of that:
//
//   user and password   dropped
//   host                without dots at its end
//   path                runs of '/' become one, in schemes with a host (http and the like)
//   query               parts between '&' sorted by their bytes unless kKept, empty ones dropped,
//                       "a=" is "a"; nothing left: no '?'
//   fragment            dropped
//   %XX                 decoded for letters, digits and - . _ ~, else in upper case;
//                       a '%' that begins none is %25
//   other characters    encoded where RFC 3986 does not allow them, as [ ] | ^ "
//
// Reserved characters that are encoded stay so (%2F is not '/'), and nothing is decoded
// twice (%2561 is not 'a'): these may be different pages. Scheme, "www." and session
// ids are kept for the same reason.
//
// Source: RFC 3986, section 6.2.2; URL Standard; for the rest, what the canonicalisers of web
// archives agree on.
// Cost: linear in the URL, plus sorting the parts of the query.
#include "pagekin/url/canonical.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "pagekin/url/host.h"
#include "pagekin/url/parts.h"
#include "pagekin/url/percent.h"

namespace pagekin::url {
namespace {

constexpr bool is_unreserved(char c) {
  return is_alpha(c) || is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

// Characters that RFC 3986 allows in a path as they are; a query may hold '?' too.
constexpr auto kAllowed = [] {
  std::array<bool, 256> allowed{};
  for (std::size_t c = 0; c < 128; ++c) allowed[c] = is_unreserved(static_cast<char>(c));
  for (const char c : std::string_view("!$&'()*+,;=:@/"))
    allowed[static_cast<unsigned char>(c)] = true;
  return allowed;
}();
constexpr bool is_allowed(char c) { return kAllowed[static_cast<unsigned char>(c)]; }

// The text with its %XX in one form, and other characters encoded unless `allowed`.
template <class Allowed>
std::string normalised(std::string_view text, Allowed allowed) {
  std::string out;
  out.reserve(text.size());
  std::size_t copied = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%' && allowed(text[i])) continue;
    out += text.substr(copied, i - copied);
    const int byte = encoded_byte(text, i);
    const char c = byte < 0 ? text[i] : static_cast<char>(byte);
    if (is_unreserved(c)) {
      out += c;
    } else {
      append_encoded(c, out);
    }
    if (byte >= 0) i += 2;
    copied = i + 1;
  }
  out += text.substr(copied);
  return out;
}

std::string canonical_host(std::string_view scheme, std::string_view host) {
  if (!is_special_scheme(scheme)) return normalised(host, [](char) { return true; });
  std::string_view name = host;
  while (name.ends_with('.')) name.remove_suffix(1);
  if (name.size() == host.size() || name.empty()) return std::string(host);
  if (scheme == "file" && name == "localhost") return "";  // as the parser has it
  return parse_host(name).value_or(std::string(host));     // may now be an address
}

std::string with_single_slashes(std::string path) {
  const auto both_slashes = [](char a, char b) { return a == '/' && b == '/'; };
  path.erase(std::unique(path.begin(), path.end(), both_slashes), path.end());
  return path;
}

// Empty when nothing is left.
std::string canonical_query(std::string_view query, QueryOrder order) {
  const std::string text = normalised(query, [](char c) { return is_allowed(c) || c == '?'; });
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('&', begin), text.size());
    std::string_view part = std::string_view(text).substr(begin, end - begin);
    const bool no_value = part.ends_with('=') && part.find('=') == part.size() - 1;
    if (no_value) part.remove_suffix(1);
    if (!part.empty()) parts.push_back(part);
    begin = end + 1;
  }
  if (order == QueryOrder::kSorted) std::sort(parts.begin(), parts.end());
  std::string out;
  for (const std::string_view part : parts) {
    if (!out.empty()) out += '&';
    out += part;
  }
  return out;
}

}  // namespace

std::string canonical(const Url& url, QueryOrder order) {
  const bool special = is_special_scheme(url.scheme());
  Parts parts;
  parts.scheme = url.scheme();
  if (url.has_host()) parts.host = canonical_host(url.scheme(), url.host());
  parts.port = url.port_number();
  parts.path = normalised(url.path(), is_allowed);
  if (special) parts.path = with_single_slashes(std::move(parts.path));
  parts.opaque_path = url.has_opaque_path();
  if (std::string query = canonical_query(url.query(), order); !query.empty()) {
    parts.query = std::move(query);
  }
  return assemble(parts).href();
}

}  // namespace pagekin::url
