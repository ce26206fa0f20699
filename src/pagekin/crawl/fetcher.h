// Fetches addresses over HTTP, many at a time. Protects against servers that do harm by where
// their name leads, by what they send, or by how slowly they send it.
//
// Every request is judged (address_guard.h): its URL at the start, and each address that its name
// resolves to right before the connection is made to that very address. Redirects are not
// followed; the caller decides and starts another request. No cookies, no proxies from the
// environment, no credentials; http and https only.
//
// Bodies are decoded (gzip, deflate, br, zstd). Longer bodies are cut at the limit. A body that
// ends early is kept and marked.
//
// Cost: one thread; memory of the connections and of the bodies under way.
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
  std::size_t header_bytes = std::size_t{256} * 1024;  // in total
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
  // Names that are not resolved, as "host:port:address", like curl's --resolve. The addresses are
  // judged all the same.
  std::vector<std::string> resolve;
};

enum class FetchFault : std::uint8_t {
  kNone,
  kRefused,      // the URL or its address may not be fetched
  kName,         // the name does not resolve
  kConnection,   // refused, reset, closed without an answer
  kCertificate,  // TLS: not trusted, or no common version or cipher
  kTime,         // took too long
  kSlow,         // sent too little for too long
  kHeaders,      // too long
  kAnswer,       // not HTTP, or malformed
};
// "refused address", "name not resolved" ...
std::string_view name_of(FetchFault fault);
// Whether a retry may help: kName, kConnection, kTime, kSlow.
bool may_pass(FetchFault fault);

struct Fetched {
  std::uint64_t ticket = 0;
  FetchFault fault = FetchFault::kNone;
  std::string detail;    // one sentence, if there is a fault or the body is not whole
  int status = 0;        // 0: no answer
  std::string protocol;  // "HTTP/1.1", "HTTP/2"
  // In order, as sent, values without white space around them; those of the final answer if there
  // were interim ones (1xx).
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  bool too_long = false;  // cut at the limit
  bool cut_short =
      false;            // the connection ended early, or the coding is damaged: what came is here
  std::string address;  // that answered, "192.0.2.1"

  // The value of the first header of this name, in any case; empty: none.
  std::string_view header(std::string_view name) const;
};

// Judges an address before a connection is made; 4 or 16 bytes in network order.
using AddressJudge = Refusal (*)(std::span<const std::uint8_t>);

class Fetcher {
 public:
  // Throws OptionError for a malformed `resolve` or a user agent of several lines. With
  // allow_private `judge` is not called.
  explicit Fetcher(FetchOptions options, AddressJudge judge = judge_address);
  ~Fetcher();
  Fetcher(const Fetcher&) = delete;
  Fetcher& operator=(const Fetcher&) = delete;

  // Starts a request; `ticket` comes back with the answer. Never blocks, and never throws because
  // of a URL. A body of up to `least_body` bytes is not cut, whatever the limit.
  void start(std::uint64_t ticket, std::string_view url, std::size_t least_body = 0);

  // The number of requests that were started and not returned by wait().
  std::size_t under_way() const;

  // Returns the requests that are done. Waits for the first of them, at most `at_most`; does not
  // wait if none is under way. Call it often: requests make progress only inside this call, but
  // their time limits run on.
  std::vector<Fetched> wait(std::chrono::milliseconds at_most);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The wait that Retry-After asks for: seconds, or the time from `now` to an HTTP date, at least
// 0; nothing if it is neither.
std::optional<std::chrono::seconds> retry_after(std::string_view value,
                                                std::chrono::system_clock::time_point now);

}  // namespace pagekin::crawl
