// What went wrong with a request, in libcurl's words and in ours.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include <curl/curl.h>

#include "pagekin/crawl/address_guard.h"
#include "pagekin/crawl/fetcher.h"
#include "pagekin/url/url.h"

namespace pagekin::crawl {

// A request that brought no answer.
struct Unanswered {
  CURLcode code = CURLE_OK;
  std::string_view message;  // libcurl's own, may be empty
  bool connected = false;    // TLS included where it was asked for
};

FetchFault fault_of(const Unanswered& request);

// One sentence about it; `server` is "host:port".
std::string describe(FetchFault fault, const Unanswered& request, std::string_view server,
                     const FetchLimits& limits);

// Why an address may not be fetched, told from the URL alone.
std::string describe(Refusal refusal, const url::Url& url);
// Or from the address that its name leads to.
std::string describe(Refusal refusal, std::string_view host, std::string_view address);

// "2.5 s"
std::string seconds_text(std::chrono::milliseconds time);

}  // namespace pagekin::crawl
