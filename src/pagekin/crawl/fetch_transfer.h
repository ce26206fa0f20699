// One request and the part of its answer that has arrived.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <curl/curl.h>

#include "pagekin/crawl/fetcher.h"
#include "pagekin/input/http_response.h"
#include "pagekin/url/url.h"

namespace pagekin::crawl {

struct CurlDelete {
  void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using Easy = std::unique_ptr<CURL, CurlDelete>;
using TextList = std::unique_ptr<curl_slist, CurlDelete>;

// Throws Error if there is no memory.
TextList text_list(const std::vector<std::string>& texts);

// What all requests of a Fetcher share; must outlive them.
struct FetchSetup {
  FetchOptions options;
  AddressJudge judge = nullptr;
  TextList headers;  // of the request, in addition to libcurl's
  TextList resolve;
};

class Transfer {
 public:
  using Clock = std::chrono::steady_clock;

  // The URL must have been judged. Does not start the request: the caller hands easy() to
  // libcurl's multi interface.
  Transfer(const FetchSetup& setup, std::uint64_t ticket, const url::Url& url,
           std::size_t least_body);
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  CURL* easy() const { return easy_.get(); }

  // The latest time at which to call is_too_slow() again, even if nothing arrives.
  Clock::time_point next_look(Clock::time_point now) const;
  // Whether a period of `patience` is over and too little has arrived in it.
  bool is_too_slow(Clock::time_point now);

  // Ends the request, with libcurl's result or because it is too slow. Call once, when libcurl no
  // longer has easy(). Rethrows exceptions of the callbacks.
  Fetched finish(CURLcode code, input::BodyBuffers& buffers);
  Fetched give_up(input::BodyBuffers& buffers);

 private:
  enum class Stop : std::uint8_t { kNone, kHeaders, kBody, kSlow };

  void set_up(const url::Url& url);
  void name_fault(CURLcode code, Fetched& fetched) const;
  void read_answer(Fetched& fetched, input::BodyBuffers& buffers);

  // Called by libcurl. Return false to stop the request.
  bool take_header(std::string_view line);
  bool take_body(std::string_view bytes);
  curl_socket_t open_socket(const curl_sockaddr& address);

  template <bool (Transfer::*take)(std::string_view)>
  static std::size_t on_bytes(char* bytes, std::size_t size, std::size_t count, void* transfer);
  static curl_socket_t on_socket(void* transfer, curlsocktype purpose, curl_sockaddr* address);
  static int on_connected(void* transfer, char* address, char*, int, int);

  const FetchSetup* setup_;
  std::uint64_t ticket_;
  std::string host_;
  std::string server_;      // "host:port", for messages
  std::size_t body_limit_;  // 0: none
  Easy easy_;
  char message_[CURL_ERROR_SIZE] = {};

  std::string refused_;  // why no connection to an address was made
  bool dialled_ = false;
  std::string address_;  // empty: not connected

  std::string header_;         // of the answer, or of an interim answer before it
  bool header_ended_ = false;  // a blank line was seen
  bool answered_ = false;      // and it was not an interim answer
  std::size_t header_bytes_ = 0;
  std::string body_;  // as sent, without transfer codings
  Stop stop_ = Stop::kNone;
  std::exception_ptr failure_;

  Clock::time_point window_begin_;  // of the period that is_too_slow() examines
  std::uint64_t window_bytes_ = 0;
};

}  // namespace pagekin::crawl
