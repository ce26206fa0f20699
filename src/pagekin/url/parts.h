// A URL in pieces, while it is parsed or rewritten.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "pagekin/url/url.h"

namespace pagekin::url {

struct Parts {
  std::string scheme;
  std::string username;
  std::string password;
  std::optional<std::string> host;  // as it is written
  std::optional<std::uint16_t> port;
  std::string path;  // opaque, or segments with a '/' before each
  bool opaque_path = false;
  std::optional<std::string> query;
  std::optional<std::string> fragment;
};

// Writes the URL; the parts are taken as they are.
Url assemble(const Parts& parts);

// The default port of a scheme; none for most schemes.
std::optional<std::uint16_t> default_port(std::string_view scheme);

}  // namespace pagekin::url
