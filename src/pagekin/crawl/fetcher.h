// Fetches addresses over HTTP, many at a time, and lets no server do harm: not by where a name
// leads, nor by what it sends, nor by how slowly.
//
// Every request is judged (address_guard.h): its URL before, and each address that its name
// resolves to right before the connection is made to that very address. Redirects are not
// followed here: whoever asked decides, and asks again. No cookies, no proxies from the
// environment, no credentials; http and https only.
//
// Bodies come decoded (gzip, deflate, br, zstd). What is longer than the limit is cut there.
// A body that ends early is kept and marked.
//
// One thread. Cost: the connections, and the bodies that are under way.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pagekin/crawl/address_guard.h"

namespace pagekin::crawl {

struct FetchLimits {
  std::size_t body_bytes = 10'000'000;                 // 0: no limit
  std::size_t header_bytes = std::size_t{256} * 1024;  // all of them together
  std::chrono::milliseconds total{180'000};
  std::chrono::milliseconds connect{30'000};
  std::size_t least_rate = 64;  // bytes a second, over `patience`, once connected
  std::chrono::milliseconds patience{30'000};
};

struct FetchOptions {
  FetchLimits limits;
  std::string user_agent = "pagekin";
  bool allow_private = false;  // addresses inside networks, see address_guard.h
  bool accept_bad_certificates = false;
  // "host:port:address" as curl's --resolve: names that are not looked up. Addresses are
  // judged all the same.
  std::vector<std::string> resolve;
};

enum class FetchFault : std::uint8_t {
  kNone,
  kRefused,      // the URL or its address may not be fetched
  kName,         // the name does not resolve
  kConnection,   // refused, reset, closed without an answer
  kCertificate,  // TLS: not to be trusted, or no agreement
  kTime,         // took too long
  kSlow,         // sent too little for too long
  kHeaders,      // too long
  kAnswer,       // not HTTP, or against its rules
};
// "refused address", "name not resolved" ...
std::string_view name_of(FetchFault fault);
// Whether to ask again may help: kName, kConnection, kTime, kSlow.
bool may_pass(FetchFault fault);

struct Fetched {
  std::uint64_t ticket = 0;
  FetchFault fault = FetchFault::kNone;
  std::string detail;    // one sentence, for a fault, or where the body is not whole
  int status = 0;        // 0: no answer
  std::string protocol;  // "HTTP/1.1", "HTTP/2"
  // In order, as they were sent, values without white space around; of the last answer where
  // there were interim ones (1xx).
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  bool too_long = false;  // cut at the limit
  bool cut_short =
      false;            // the connection ended early, or the coding is damaged: what came is here
  std::string address;  // that answered, "192.0.2.1"

  // The first header of this name, letters in any case; empty: none.
  std::string_view header(std::string_view name) const;
};

// Says which addresses may be dialled, 4 or 16 bytes in network order.
using AddressJudge = Refusal (*)(std::span<const std::uint8_t>);

class Fetcher {
 public:
  // Throws Error for a `resolve` that cannot be read or a user agent of several lines. `judge` is
  // not asked with allow_private.
  explicit Fetcher(FetchOptions options, AddressJudge judge = judge_address);
  ~Fetcher();
  Fetcher(const Fetcher&) = delete;
  Fetcher& operator=(const Fetcher&) = delete;

  // `ticket` comes back with the answer. Never blocks, never throws for what a URL is like. A body
  // of up to `least_body` bytes is not cut, whatever the limit.
  void start(std::uint64_t ticket, std::string_view url, std::size_t least_body = 0);

  // Those that were started and did not come back yet.
  std::size_t under_way() const;

  // Those that are done, waiting for the first of them at most so long; not at all where none
  // is under way. To be called often: nothing moves in between, but the time that each is given
  // runs.
  std::vector<Fetched> wait(std::chrono::milliseconds at_most);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// What Retry-After says: seconds, or an HTTP date against `now`, at least 0; nothing where it
// says neither.
std::optional<std::chrono::seconds> retry_after(std::string_view value,
                                                std::chrono::system_clock::time_point now);

}  // namespace pagekin::crawl
