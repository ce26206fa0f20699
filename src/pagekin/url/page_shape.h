// The host of a page and the shape of its address, by its id.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "pagekin/url/address_shapes.h"
#include "pagekin/url/page_address.h"

namespace pagekin::url {

// A key or a shape (see address_shapes.h) without its host.
inline std::string_view without_host(std::string_view key) {
  return is_address_key(key) ? key.substr(std::min(key.find('/', 2), key.size())) : key;
}

// The host with its port, unless that is the usual one; empty for an id that is not an address.
inline std::string page_host(std::string_view id) {
  return std::string(host_of_key(address_key(id)));
}

// The shape that keeps all directories, without the host: "/blog/0/news/*.html?page".
inline std::string page_shape(std::string_view id) {
  constexpr std::size_t directories = 2;
  return std::string(without_host(address_shapes(address_key(id))[directories]));
}

}  // namespace pagekin::url
