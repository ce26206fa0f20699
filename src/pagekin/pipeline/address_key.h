// Under what text a page is known when crawls and sitemaps are compared.
#pragma once

#include <string>
#include <string_view>

#include "pagekin/url/canonical.h"
#include "pagekin/url/url.h"

namespace pagekin::pipeline {

// "//host/path?query" for an address, the id itself for any other.
inline std::string address_key(std::string_view id) {
  const auto url = url::parse(id);
  if (!url || !url->is_http() || url->host().empty()) return std::string(id);
  const std::string text = url::canonical(*url);
  return text.substr(text.find(':') + 1);
}

inline bool is_address_key(std::string_view key) { return key.starts_with("//"); }

// With its port; empty for an id that is no address.
inline std::string_view host_of_key(std::string_view key) {
  return is_address_key(key) ? key.substr(2, key.find('/', 2) - 2) : std::string_view();
}

}  // namespace pagekin::pipeline
