// The web address of a page id, and the key under which crawls and sitemaps are compared.
//
// Some ids are not addresses but paths, as of pages from a directory. Such pages get addresses
// below a common base, so that their relative links can be resolved.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pagekin/url/canonical.h"
#include "pagekin/url/url.h"

namespace pagekin::url {

// The page id as an http or https address with a host; nothing for any other id.
inline std::optional<Url> page_address(std::string_view id) {
  std::optional<Url> url = parse(id);
  if (!url || !url->is_http() || url->host().empty()) return std::nullopt;
  return url;
}

// "//host/path?query" for an address, in its canonical form and without its scheme: http and
// https are one site. Any other id is its own key.
inline std::string address_key(std::string_view id) {
  const std::optional<Url> url = page_address(id);
  if (!url) return std::string(id);
  const std::string text = canonical(*url);
  return text.substr(text.find(':') + 1);
}

// The base of the addresses of paths. No name in this domain can exist.
constexpr std::string_view kPathBase = "http://pages.invalid/";

// The address of a path of a file system: bytes that mean something else in an address are
// encoded. Nothing: the path is longer than an address may be.
std::optional<Url> path_address(std::string_view path);

inline bool is_address_key(std::string_view key) { return key.starts_with("//"); }

// The host of a key with its port; empty for an id that is not an address.
inline std::string_view host_of_key(std::string_view key) {
  return is_address_key(key) ? key.substr(2, key.find('/', 2) - 2) : std::string_view();
}

}  // namespace pagekin::url
