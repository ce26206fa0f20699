// What went wrong with a request: libcurl's error as a FetchFault and as a sentence.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include <curl/curl.h>

#include "pagekin/crawl/address_guard.h"
#include "pagekin/crawl/fetcher.h"
#include "pagekin/url/url.h"

namespace pagekin::crawl {

// A request without an answer.
struct Unanswered {
  CURLcode code = CURLE_OK;
  std::string_view message;  // libcurl's own, may be empty
  bool connected = false;    // including TLS, if https
};

FetchFault fault_of(const Unanswered& request);

// Describes the fault in one sentence; `server` is "host:port".
std::string describe(FetchFault fault, const Unanswered& request, std::string_view server,
                     const FetchLimits& limits);

// Says why a URL may not be fetched.
std::string describe(Refusal refusal, const url::Url& url);
// Says why the address that a host name resolves to may not be fetched.
std::string describe(Refusal refusal, std::string_view host, std::string_view address);

// "2.5 s"
std::string seconds_text(std::chrono::milliseconds time);

}  // namespace pagekin::crawl
