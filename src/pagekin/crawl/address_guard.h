// Refuses what a crawler may not fetch unless an option allows it: addresses inside a network,
// other protocols, ports of other services.
//
// Both functions must be called for every request, redirects and robots.txt included: judge()
// before the name is resolved, judge_address() for each address that it resolves to. The
// connection must then be made to the very address that was judged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "pagekin/url/ip_address.h"
#include "pagekin/url/url.h"

namespace pagekin::crawl {

enum class Refusal : std::uint8_t {
  kNone,           // may be fetched
  kScheme,         // neither http nor https
  kPort,           // a port of another service
  kLocalName,      // a name that only means something inside a network, as localhost
  kUnspecified,    // this host, this network
  kLoopback,       //
  kPrivate,        // 10.0.0.0/8, fc00::/7 and similar networks, shared ones too
  kLinkLocal,      //
  kMetadata,       // where cloud providers hand out credentials
  kMulticast,      //
  kDocumentation,  // and benchmarks
  kReserved,       // anything else that is not an address of one host on the public Internet
};

// "none", "scheme", "port", "local name" ...; for messages and counts.
std::string_view name_of(Refusal refusal);

// Judges the address of one host, after resolution. An IPv6 address that holds an IPv4 address
// (mapped, NAT64, 6to4) is judged by the IPv4 address.
Refusal judge_address(url::Ipv4 address);
Refusal judge_address(const url::Ipv6& address);

// Judges 4 or 16 bytes in network order, as sockaddr_in and sockaddr_in6 hold them. Any other
// number of bytes is kReserved.
Refusal judge_address(std::span<const std::uint8_t> bytes);

// Judges by the URL alone: scheme, port, name, and the address if the host is one. With
// `allow_private` every name and address is allowed; schemes and ports are checked all the same.
Refusal judge(const url::Url& url, bool allow_private = false);

}  // namespace pagekin::crawl
