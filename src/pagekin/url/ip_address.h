// IP addresses in URLs, also in the unusual forms that browsers accept.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pagekin::url {

struct Ipv4 {
  std::uint32_t value = 0;
};
struct Ipv6 {
  std::array<std::uint16_t, 8> pieces{};
};

// Whether a domain must be an IPv4 address: its last label is a number.
bool ends_in_a_number(std::string_view domain);

// One to four numbers, decimal, octal (0...) or hexadecimal (0x...); the last one fills all
// remaining bytes, so 127.1 is 127.0.0.1.
std::optional<Ipv4> parse_ipv4(std::string_view text);

// Without brackets.
std::optional<Ipv6> parse_ipv6(std::string_view text);

std::string to_text(Ipv4 address);
std::string to_text(const Ipv6& address);  // the first longest run of zeroes is "::"

}  // namespace pagekin::url
