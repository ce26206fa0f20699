// Source: URL Standard (whatwg.org), "IPv4 parser", "IPv6 parser" and their serialisers.
// Cost: linear in the text.
#include "pagekin/url/ip_address.h"

#include <algorithm>
#include <charconv>
#include <cstddef>

#include "pagekin/url/percent.h"

namespace pagekin::url {
namespace {

constexpr std::uint64_t kTooLarge = std::uint64_t{1} << 32;

// A part of an IPv4 address; kTooLarge stands for all larger numbers.
std::optional<std::uint64_t> ipv4_number(std::string_view text) {
  if (text.empty()) return std::nullopt;
  int base = 10;
  if (text.size() >= 2 && text[0] == '0') {
    const bool hexadecimal = text[1] == 'x' || text[1] == 'X';
    base = hexadecimal ? 16 : 8;
    text.remove_prefix(hexadecimal ? 2 : 1);
  }
  std::uint64_t number = 0;
  for (const char c : text) {
    const int digit = hex_value(c);
    if (digit < 0 || digit >= base) return std::nullopt;
    number =
        std::min(number * static_cast<unsigned>(base) + static_cast<unsigned>(digit), kTooLarge);
  }
  return number;
}

// Takes the text up to the next dot off the front of `text`.
std::string_view next_label(std::string_view& text) {
  const std::size_t dot = std::min(text.find('.'), text.size());
  const std::string_view label = text.substr(0, dot);
  text.remove_prefix(std::min(dot + 1, text.size()));
  return label;
}

// Four decimal numbers without leading zeroes, as in ::ffff:1.2.3.4.
std::optional<std::uint32_t> strict_ipv4(std::string_view text) {
  std::uint32_t value = 0;
  for (int part = 0; part < 4; ++part) {
    const std::size_t dot = std::min(text.find('.'), text.size());
    const std::string_view digits = text.substr(0, dot);
    const bool last = part == 3;
    if (digits.empty() || digits.size() > 3 || last != (dot == text.size())) return std::nullopt;
    if (digits.size() > 1 && digits[0] == '0') return std::nullopt;
    if (!std::all_of(digits.begin(), digits.end(), is_digit)) return std::nullopt;
    std::uint32_t number = 0;
    for (const char c : digits) number = number * 10 + static_cast<std::uint32_t>(c - '0');
    if (number > 255) return std::nullopt;
    value = value << 8 | number;
    if (!last) text.remove_prefix(dot + 1);
  }
  return value;
}

}  // namespace

bool ends_in_a_number(std::string_view domain) {
  if (domain.ends_with('.')) domain.remove_suffix(1);
  const std::size_t dot = domain.rfind('.');
  const std::string_view last = dot == domain.npos ? domain : domain.substr(dot + 1);
  if (last.empty()) return false;
  return std::all_of(last.begin(), last.end(), is_digit) || ipv4_number(last).has_value();
}

std::optional<Ipv4> parse_ipv4(std::string_view text) {
  if (text.ends_with('.')) text.remove_suffix(1);
  if (std::count(text.begin(), text.end(), '.') > 3) return std::nullopt;
  std::uint64_t address = 0;
  std::uint64_t room = kTooLarge;  // values that the numbers still to come can have
  while (true) {
    const bool last = text.find('.') == text.npos;
    const auto number = ipv4_number(next_label(text));
    if (!number) return std::nullopt;
    if (last) {
      if (*number >= room) return std::nullopt;
      return Ipv4{static_cast<std::uint32_t>(address + *number)};
    }
    if (*number > 255) return std::nullopt;
    room >>= 8;
    address += *number * room;
  }
}

std::optional<Ipv6> parse_ipv6(std::string_view text) {
  Ipv6 address;
  std::size_t count = 0;  // pieces read
  std::size_t gap = 8;    // number of pieces before "::"
  bool gap_seen = false;
  if (text.starts_with("::")) {
    text.remove_prefix(2);
    gap = 0;
    gap_seen = true;
  } else if (text.empty() || text[0] == ':') {
    return std::nullopt;
  }
  while (!text.empty()) {
    if (count == 8) return std::nullopt;
    if (text[0] == ':') {  // the second one of "::"
      if (gap_seen) return std::nullopt;
      text.remove_prefix(1);
      gap = count;
      gap_seen = true;
      continue;
    }
    std::size_t digits = 0;
    std::uint32_t piece = 0;
    while (digits < std::min<std::size_t>(text.size(), 4) && hex_value(text[digits]) >= 0) {
      piece = piece << 4 | static_cast<std::uint32_t>(hex_value(text[digits]));
      ++digits;
    }
    if (digits < text.size() && text[digits] == '.') {
      const auto tail = count <= 6 ? strict_ipv4(text) : std::nullopt;
      if (!tail) return std::nullopt;
      address.pieces[count++] = static_cast<std::uint16_t>(*tail >> 16);
      address.pieces[count++] = static_cast<std::uint16_t>(*tail & 0xFFFF);
      break;
    }
    if (digits == 0) return std::nullopt;
    address.pieces[count++] = static_cast<std::uint16_t>(piece);
    text.remove_prefix(digits);
    if (text.empty()) break;
    if (text[0] != ':' || text.size() == 1) return std::nullopt;
    text.remove_prefix(1);
  }
  if (!gap_seen) return count == 8 ? std::optional(address) : std::nullopt;
  std::rotate(address.pieces.begin() + static_cast<std::ptrdiff_t>(gap),
              address.pieces.begin() + static_cast<std::ptrdiff_t>(count), address.pieces.end());
  return address;
}

std::string to_text(Ipv4 address) {
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) {
    out += std::to_string(address.value >> shift & 255);
    if (shift > 0) out += '.';
  }
  return out;
}

std::string to_text(const Ipv6& address) {
  std::size_t longest = 1;  // a single zero is not shortened
  std::size_t gap = 8;
  for (std::size_t i = 0; i < 8;) {
    std::size_t end = i;
    while (end < 8 && address.pieces[end] == 0) ++end;
    if (end - i > longest) {
      longest = end - i;
      gap = i;
    }
    i = end + 1;
  }
  std::string out;
  for (std::size_t i = 0; i < 8; ++i) {
    if (i == gap) {
      out += i == 0 ? "::" : ":";
      i += longest - 1;
      continue;
    }
    char digits[4];
    const auto end = std::to_chars(digits, digits + 4, address.pieces[i], 16).ptr;
    out.append(digits, end);
    if (i < 7) out += ':';
  }
  return out;
}

}  // namespace pagekin::url
