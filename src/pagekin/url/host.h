// Hosts of URLs: domains, IPv4 and IPv6 addresses, opaque names.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pagekin::url {

// The host of an http, https, ws, wss, ftp or file URL as it is written: a domain in
// lower-case ASCII, four decimal numbers, or an IPv6 address in brackets.
std::optional<std::string> parse_host(std::string_view text);

// The host of any other URL; only bytes that must be encoded are changed.
std::optional<std::string> parse_opaque_host(std::string_view text);

}  // namespace pagekin::url
