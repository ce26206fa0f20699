// Tables of address ranges; the first range that holds an address decides.
//
// IPv4 addresses are allowed except for the ranges listed. IPv6 addresses are refused except for
// 2000::/3, the only part that is assigned, without the ranges listed there. An address that only
// wraps an IPv4 address is judged by the IPv4 address.
//
// Source: IANA's special-purpose address registries for IPv4 and IPv6 (RFC 6890 and its
// successors); RFC 6761, 6762, 8375 and ICANN's .internal for names; Fetch Standard, "port
// blocking", and two ports of data stores that read commands from any line.
// Cost: a scan of a short table.
// Limits: public addresses that a network uses internally cannot be recognised. Teredo and
// everything else in 2001::/23 is refused without looking inside.
#include "pagekin/crawl/address_guard.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

namespace pagekin::crawl {
namespace {

using url::Ipv4;
using url::Ipv6;

constexpr std::uint32_t v4(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  return a << 24 | b << 16 | c << 8 | d;
}

struct Range4 {
  std::uint32_t first;
  int bits;  // 1 to 32
  Refusal refusal;
};

constexpr Range4 kRanges4[] = {
    {v4(169, 254, 169, 254), 32, Refusal::kMetadata},
    {v4(168, 63, 129, 16), 32, Refusal::kMetadata},  // a public address, special inside Azure
    {v4(100, 100, 100, 200), 32, Refusal::kMetadata},
    {v4(192, 0, 0, 192), 32, Refusal::kMetadata},
    {v4(0, 0, 0, 0), 8, Refusal::kUnspecified},
    {v4(10, 0, 0, 0), 8, Refusal::kPrivate},
    {v4(100, 64, 0, 0), 10, Refusal::kPrivate},
    {v4(127, 0, 0, 0), 8, Refusal::kLoopback},
    {v4(169, 254, 0, 0), 16, Refusal::kLinkLocal},
    {v4(172, 16, 0, 0), 12, Refusal::kPrivate},
    {v4(192, 0, 0, 0), 24, Refusal::kReserved},
    {v4(192, 0, 2, 0), 24, Refusal::kDocumentation},
    {v4(192, 88, 99, 0), 24, Refusal::kReserved},
    {v4(192, 168, 0, 0), 16, Refusal::kPrivate},
    {v4(198, 18, 0, 0), 15, Refusal::kDocumentation},
    {v4(198, 51, 100, 0), 24, Refusal::kDocumentation},
    {v4(203, 0, 113, 0), 24, Refusal::kDocumentation},
    {v4(224, 0, 0, 0), 4, Refusal::kMulticast},
    {v4(240, 0, 0, 0), 4, Refusal::kReserved},
};

struct Range6 {
  Ipv6 first;
  int bits;  // 1 to 128
  Refusal refusal;
};

constexpr Range6 kRanges6[] = {
    {{{0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254}}, 128, Refusal::kMetadata},
    {{{0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254}}, 128, Refusal::kMetadata},
    {{{0, 0, 0, 0, 0, 0, 0, 0}}, 128, Refusal::kUnspecified},
    {{{0, 0, 0, 0, 0, 0, 0, 1}}, 128, Refusal::kLoopback},
    {{{0xfc00}}, 7, Refusal::kPrivate},
    {{{0xfec0}}, 10, Refusal::kPrivate},
    {{{0xfe80}}, 10, Refusal::kLinkLocal},
    {{{0xff00}}, 8, Refusal::kMulticast},
    {{{0x2001, 0xdb8}}, 32, Refusal::kDocumentation},
    {{{0x3fff}}, 20, Refusal::kDocumentation},
    {{{0x2001}}, 23, Refusal::kReserved},
    {{{0x2000}}, 3, Refusal::kNone},
};

constexpr bool is_in(const Ipv6& address, const Ipv6& first, int bits) {
  for (std::size_t piece = 0; bits > 0; ++piece, bits -= 16) {
    const int unused = bits < 16 ? 16 - bits : 0;
    if (address.pieces[piece] >> unused != first.pieces[piece] >> unused) return false;
  }
  return true;
}

// The IPv4 address to which packets for this address are delivered.
std::optional<Ipv4> wrapped_ipv4(const Ipv6& address) {
  const auto at = [&](std::size_t piece) {
    return Ipv4{std::uint32_t{address.pieces[piece]} << 16 | address.pieces[piece + 1]};
  };
  if (is_in(address, {{0, 0, 0, 0, 0, 0xffff}}, 96)) return at(6);  // mapped
  if (is_in(address, {{0x64, 0xff9b}}, 96)) return at(6);           // NAT64
  if (is_in(address, {{0x2002}}, 16)) return at(1);                 // 6to4
  return std::nullopt;
}

constexpr std::string_view kLocalNames[] = {"localhost", "localdomain", "local", "internal",
                                            "home.arpa"};

// In rising order. 6379 and 11211 are not in the Fetch Standard.
constexpr std::uint16_t kBadPorts[] = {
    0,    1,    7,    9,    11,   13,   15,   17,   19,    20,   21,   22,   23,   25,   37,
    42,   43,   53,   69,   77,   79,   87,   95,   101,   102,  103,  104,  109,  110,  111,
    113,  115,  117,  119,  123,  135,  137,  139,  143,   161,  179,  389,  427,  465,  512,
    513,  514,  515,  526,  530,  531,  532,  540,  548,   554,  556,  563,  587,  601,  636,
    989,  990,  993,  995,  1719, 1720, 1723, 2049, 3659,  4045, 4190, 5060, 5061, 6000, 6379,
    6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080, 11211};
static_assert(std::is_sorted(std::begin(kBadPorts), std::end(kBadPorts)));

// `name` is in lower case, as parsing leaves it.
bool is_local_name(std::string_view name) {
  while (name.ends_with('.')) name.remove_suffix(1);
  return std::any_of(std::begin(kLocalNames), std::end(kLocalNames), [&](std::string_view local) {
    if (!name.ends_with(local)) return false;
    return name.size() == local.size() || name[name.size() - local.size() - 1] == '.';
  });
}

Refusal judge_host(std::string_view host) {
  if (host.starts_with('[')) {
    const auto address = url::parse_ipv6(host.substr(1, host.size() - 2));
    return address ? judge_address(*address) : Refusal::kReserved;
  }
  if (url::ends_in_a_number(host)) {
    const auto address = url::parse_ipv4(host);
    return address ? judge_address(*address) : Refusal::kReserved;
  }
  return is_local_name(host) ? Refusal::kLocalName : Refusal::kNone;
}

}  // namespace

std::string_view name_of(Refusal refusal) {
  static constexpr std::array<std::string_view, 12> words = {"none",
                                                             "scheme",
                                                             "port",
                                                             "local name",
                                                             "unspecified address",
                                                             "loopback address",
                                                             "private address",
                                                             "link-local address",
                                                             "metadata address",
                                                             "multicast address",
                                                             "documentation address",
                                                             "reserved address"};
  static_assert(words.size() == static_cast<std::size_t>(Refusal::kReserved) + 1);
  return words[static_cast<std::size_t>(refusal)];
}

Refusal judge_address(Ipv4 address) {
  for (const Range4& range : kRanges4) {
    const int unused = 32 - range.bits;
    if (address.value >> unused == range.first >> unused) return range.refusal;
  }
  return Refusal::kNone;
}

Refusal judge_address(const Ipv6& address) {
  if (const auto inner = wrapped_ipv4(address)) return judge_address(*inner);
  for (const Range6& range : kRanges6) {
    if (is_in(address, range.first, range.bits)) return range.refusal;
  }
  return Refusal::kReserved;
}

Refusal judge_address(std::span<const std::uint8_t> bytes) {
  if (bytes.size() == 4) return judge_address(Ipv4{v4(bytes[0], bytes[1], bytes[2], bytes[3])});
  if (bytes.size() != 16) return Refusal::kReserved;
  Ipv6 address;
  for (std::size_t piece = 0; piece < 8; ++piece) {
    address.pieces[piece] =
        static_cast<std::uint16_t>(bytes[2 * piece] << 8 | bytes[2 * piece + 1]);
  }
  return judge_address(address);
}

Refusal judge(const url::Url& url, bool allow_private) {
  if (!url.is_http()) return Refusal::kScheme;
  const auto port = url.port_number();
  if (port && std::binary_search(std::begin(kBadPorts), std::end(kBadPorts), *port)) {
    return Refusal::kPort;
  }
  return allow_private ? Refusal::kNone : judge_host(url.host());
}

}  // namespace pagekin::crawl
