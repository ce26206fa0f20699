// Sets up a request for libcurl, collects its answer, and turns both into a Fetched.
//
// Addresses are judged when libcurl asks for a socket. It connects to the very address that it
// shows then, so the name is not resolved again between judging and connecting. If a socket is
// refused, libcurl tries the next address.
//
// Header and content codings of the answer are read by the code that reads archives, so a page is
// the same from either source; libcurl only undoes transfer codings.
//
// Source: libcurl's manual pages of the options.
// Cost: memory of the body as sent, and at the end of the decoded body, each at most the limit.
// Limits: a body whose coded form is longer than the limit is cut, even if it would decode to
// less.
#include "pagekin/crawl/fetch_transfer.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "pagekin/core/error.h"
#include "pagekin/core/header_lines.h"
#include "pagekin/core/text.h"
#include "pagekin/crawl/fetch_fault.h"
#include "pagekin/url/ip_address.h"

namespace pagekin::crawl {
namespace {

// If an address fails at once, libcurl tries the next one only when it is called again.
constexpr std::chrono::milliseconds kBetweenAddresses{50};

constexpr std::size_t kLongestShown = 80;  // of a header, in a message

template <class Value>
void set(const Easy& easy, CURLoption option, Value value) {
  if (curl_easy_setopt(easy.get(), option, value) != CURLE_OK) {
    throw Error(fmt::format("libcurl {} lacks an option that is needed to fetch safely (number {})",
                            curl_version_info(CURLVERSION_NOW)->version, static_cast<int>(option)));
  }
}

long long_of(std::chrono::milliseconds time) { return static_cast<long>(time.count()); }

// In network order; empty if it is not an Internet address.
std::span<const std::uint8_t> address_bytes(const curl_sockaddr& address, sockaddr_in6& storage) {
  if (address.addrlen > sizeof storage) return {};
  std::memcpy(&storage, static_cast<const void*>(&address.addr), address.addrlen);
  if (address.family == AF_INET6 && address.addrlen == sizeof(sockaddr_in6)) {
    return {storage.sin6_addr.s6_addr, 16};
  }
  if (address.family == AF_INET && address.addrlen == sizeof(sockaddr_in)) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(&storage);
    return {bytes + offsetof(sockaddr_in, sin_addr), 4};
  }
  return {};
}

std::string address_text(std::span<const std::uint8_t> bytes) {
  if (bytes.size() == 4) {
    return fmt::format("{}.{}.{}.{}", bytes[0], bytes[1], bytes[2], bytes[3]);
  }
  if (bytes.size() != 16) return "no Internet address";
  url::Ipv6 address;
  for (std::size_t piece = 0; piece < 8; ++piece) {
    address.pieces[piece] =
        static_cast<std::uint16_t>(bytes[2 * piece] << 8 | bytes[2 * piece + 1]);
  }
  return url::to_text(address);
}

std::string_view protocol_of(CURL* easy) {
  long version = 0;
  curl_easy_getinfo(easy, CURLINFO_HTTP_VERSION, &version);
  switch (version) {
    case CURL_HTTP_VERSION_1_0:
      return "HTTP/1.0";
    case CURL_HTTP_VERSION_1_1:
      return "HTTP/1.1";
    case CURL_HTTP_VERSION_2_0:
      return "HTTP/2";
    default:
      return {};
  }
}

long status_of(CURL* easy) {
  long status = 0;
  curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

// The bytes as a string. They lie at the start of one of these texts, which is moved from.
std::string owned(std::string_view bytes, std::string& sent, input::BodyBuffers& buffers) {
  for (std::string* text : {&sent, &buffers.decoded[0], &buffers.decoded[1]}) {
    if (bytes.data() != text->data()) continue;
    text->resize(bytes.size());
    return std::move(*text);
  }
  return std::string(bytes);
}

}  // namespace

TextList text_list(const std::vector<std::string>& texts) {
  TextList list;
  for (const std::string& text : texts) {
    curl_slist* longer = curl_slist_append(list.get(), text.c_str());
    if (longer == nullptr) throw Error("no memory for a list of texts");
    static_cast<void>(list.release());
    list.reset(longer);
  }
  return list;
}

Transfer::Transfer(const FetchSetup& setup, std::uint64_t ticket, const url::Url& url,
                   std::size_t least_body)
    : setup_(&setup),
      ticket_(ticket),
      host_(url.host()),
      body_limit_(setup.options.limits.body_bytes),
      easy_(curl_easy_init()) {
  if (body_limit_ != 0) body_limit_ = std::max(body_limit_, least_body);
  if (!easy_) throw Error("libcurl cannot make another request");
  const std::string_view own_port = url.scheme() == "https" ? "443" : "80";
  server_ = fmt::format("{}:{}", host_, url.port().empty() ? own_port : url.port());
  set_up(url);
}

void Transfer::set_up(const url::Url& url) {
  const FetchOptions& options = setup_->options;
  // Without user name, password and fragment.
  std::string address = fmt::format("{}://{}", url.scheme(), host_);
  if (!url.port().empty()) address.append(":").append(url.port());
  address += url.path();
  if (url.has_query()) address.append("?").append(url.query());

  set(easy_, CURLOPT_URL, address.c_str());
  set(easy_, CURLOPT_PATH_AS_IS, 1L);
  set(easy_, CURLOPT_PRIVATE, this);
  set(easy_, CURLOPT_ERRORBUFFER, message_);
  set(easy_, CURLOPT_NOSIGNAL, 1L);
  set(easy_, CURLOPT_QUICK_EXIT, 1L);  // does not wait for names that are still being resolved

  set(easy_, CURLOPT_PROTOCOLS_STR, "http,https");
  set(easy_, CURLOPT_FOLLOWLOCATION, 0L);
  set(easy_, CURLOPT_PROXY, "");  // also none from the environment
  set(easy_, CURLOPT_NOPROXY, "*");
  set(easy_, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
  set(easy_, CURLOPT_OPENSOCKETFUNCTION, &Transfer::on_socket);
  set(easy_, CURLOPT_OPENSOCKETDATA, this);
  set(easy_, CURLOPT_PREREQFUNCTION, &Transfer::on_connected);
  set(easy_, CURLOPT_PREREQDATA, this);
  if (setup_->resolve) set(easy_, CURLOPT_RESOLVE, setup_->resolve.get());
  if (options.accept_bad_certificates) {
    set(easy_, CURLOPT_SSL_VERIFYPEER, 0L);
    set(easy_, CURLOPT_SSL_VERIFYHOST, 0L);
  }

  set(easy_, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_2TLS));
  set(easy_, CURLOPT_HTTP09_ALLOWED, 0L);
  set(easy_, CURLOPT_USERAGENT, options.user_agent.c_str());
  set(easy_, CURLOPT_HTTPHEADER, setup_->headers.get());

  set(easy_, CURLOPT_TIMEOUT_MS, long_of(options.limits.total));
  set(easy_, CURLOPT_CONNECTTIMEOUT_MS, long_of(options.limits.connect));
  set(easy_, CURLOPT_HEADERFUNCTION, &Transfer::on_bytes<&Transfer::take_header>);
  set(easy_, CURLOPT_HEADERDATA, this);
  set(easy_, CURLOPT_WRITEFUNCTION, &Transfer::on_bytes<&Transfer::take_body>);
  set(easy_, CURLOPT_WRITEDATA, this);
}

template <bool (Transfer::*take)(std::string_view)>
std::size_t Transfer::on_bytes(char* bytes, std::size_t size, std::size_t count, void* transfer) {
  auto* self = static_cast<Transfer*>(transfer);
  try {
    return (self->*take)({bytes, size * count}) ? size * count : CURL_WRITEFUNC_ERROR;
  } catch (...) {  // exceptions must not pass through libcurl
    self->failure_ = std::current_exception();
    return CURL_WRITEFUNC_ERROR;
  }
}

curl_socket_t Transfer::on_socket(void* transfer, curlsocktype, curl_sockaddr* address) {
  auto* self = static_cast<Transfer*>(transfer);
  try {
    return self->open_socket(*address);
  } catch (...) {
    self->failure_ = std::current_exception();
    return CURL_SOCKET_BAD;
  }
}

int Transfer::on_connected(void* transfer, char* address, char*, int, int) {
  auto* self = static_cast<Transfer*>(transfer);
  try {
    self->address_ = address;
    self->window_begin_ = Clock::now();
    return CURL_PREREQFUNC_OK;
  } catch (...) {
    self->failure_ = std::current_exception();
    return CURL_PREREQFUNC_ABORT;
  }
}

curl_socket_t Transfer::open_socket(const curl_sockaddr& address) {
  if (!setup_->options.allow_private) {
    sockaddr_in6 storage{};
    const std::span<const std::uint8_t> bytes = address_bytes(address, storage);
    const Refusal refusal = setup_->judge(bytes);
    if (refusal != Refusal::kNone) {
      refused_ = describe(refusal, host_, address_text(bytes));
      return CURL_SOCKET_BAD;
    }
  }
  dialled_ = true;
  return socket(address.family, address.socktype | SOCK_CLOEXEC, address.protocol);
}

bool Transfer::take_header(std::string_view line) {
  header_bytes_ += line.size();
  if (header_bytes_ > setup_->options.limits.header_bytes) {
    stop_ = Stop::kHeaders;
    return false;
  }
  if (answered_) return true;  // trailers, after the body
  if (header_ended_) {         // the answer before was an interim one
    header_.clear();
    header_ended_ = false;
  }
  header_ += line;
  if (line == "\r\n" || line == "\n") {
    header_ended_ = true;
    answered_ = status_of(easy()) >= 200;
  }
  return true;
}

bool Transfer::take_body(std::string_view bytes) {
  if (!answered_) return false;  // libcurl takes malformed lines for the end of the header
  if (body_limit_ != 0 && bytes.size() > body_limit_ - body_.size()) {
    body_ += bytes.substr(0, body_limit_ - body_.size());
    stop_ = Stop::kBody;
    return false;
  }
  body_ += bytes;
  return true;
}

Transfer::Clock::time_point Transfer::next_look(Clock::time_point now) const {
  if (address_.empty()) return now + kBetweenAddresses;
  const FetchLimits& limits = setup_->options.limits;
  return limits.least_rate == 0 ? Clock::time_point::max() : window_begin_ + limits.patience;
}

bool Transfer::is_too_slow(Clock::time_point now) {
  if (address_.empty() || now < next_look(now)) return false;
  const FetchLimits& limits = setup_->options.limits;
  const std::uint64_t bytes = header_bytes_ + body_.size();
  const double seconds = std::chrono::duration<double>(now - window_begin_).count();
  const bool slow =
      static_cast<double>(bytes - window_bytes_) < static_cast<double>(limits.least_rate) * seconds;
  window_begin_ = now;
  window_bytes_ = bytes;
  return slow;
}

Fetched Transfer::give_up(input::BodyBuffers& buffers) {
  stop_ = Stop::kSlow;
  return finish(CURLE_OPERATION_TIMEDOUT, buffers);
}

Fetched Transfer::finish(CURLcode code, input::BodyBuffers& buffers) {
  if (failure_) std::rethrow_exception(failure_);
  Fetched fetched{.ticket = ticket_, .protocol = std::string(protocol_of(easy()))};
  name_fault(code, fetched);
  if (!answered_) return fetched;

  fetched.status = static_cast<int>(status_of(easy()));
  fetched.address = address_;
  fetched.too_long = stop_ == Stop::kBody;
  fetched.cut_short = code != CURLE_OK && !fetched.too_long;
  if (fetched.cut_short && fetched.detail.empty()) {
    fetched.detail =
        fmt::format("the answer of {} broke off after {} bytes of its body", server_, body_.size());
  }
  read_answer(fetched, buffers);
  return fetched;
}

// An answer that breaks off is not a fault, unless its time ran out.
void Transfer::name_fault(CURLcode code, Fetched& fetched) const {
  if (code == CURLE_COULDNT_CONNECT && !dialled_ && !refused_.empty()) {
    fetched.fault = FetchFault::kRefused;
    fetched.detail = refused_;
    return;
  }
  const Unanswered request{.code = code, .message = message_, .connected = !address_.empty()};
  if (stop_ == Stop::kHeaders) {
    fetched.fault = FetchFault::kHeaders;
  } else if (stop_ == Stop::kSlow) {
    fetched.fault = FetchFault::kSlow;
  } else if (!answered_) {
    fetched.fault = code == CURLE_OK ? FetchFault::kAnswer : fault_of(request);
  } else if (code == CURLE_OPERATION_TIMEDOUT) {
    fetched.fault = FetchFault::kTime;
  }
  fetched.detail = describe(fetched.fault, request, server_, setup_->options.limits);
}

// Decodes the body. If it is cut or damaged, sets `detail`, unless it is set already.
void Transfer::read_answer(Fetched& fetched, input::BodyBuffers& buffers) {
  input::HttpResponse response = input::parse_http_response(header_);
  for (HeaderLines lines(std::string_view(header_).substr(header_.find('\n') + 1)); lines.next();) {
    auto& [name, value] = fetched.headers.emplace_back(lines.name(), lines.value());
    std::replace(value.begin(), value.end(), '\r', ' ');  // none of these ended a line
  }
  response.body = body_;
  response.chunked = false;  // libcurl has undone it
  response.content_length.reset();
  const input::DecodedBody body = input::decode_body(response, body_limit_, buffers);
  switch (body.fault) {
    case input::BodyFault::kNone:
      break;
    case input::BodyFault::kTooLong:
      fetched.too_long = true;
      break;
    case input::BodyFault::kCutShort:
      if (fetched.too_long || fetched.cut_short) break;
      fetched.cut_short = true;
      fetched.detail = fmt::format("the content coding of the answer of {} is damaged", server_);
      break;
    case input::BodyFault::kUnknownEncoding:
    case input::BodyFault::kTooManyEncodings:
      if (body_.empty()) return;
      // There is no page. For a redirect or an error the status is enough.
      if (fetched.status < 300) fetched.fault = FetchFault::kAnswer;
      fetched.cut_short = true;
      fetched.detail =
          fmt::format("{} sent an unsupported content coding: {}", server_,
                      printable(fetched.header("Content-Encoding").substr(0, kLongestShown)));
      return;
  }
  if (fetched.too_long && !fetched.cut_short) {
    fetched.detail = fmt::format("the body is longer than {} bytes", body_limit_);
  }
  fetched.body = owned(body.bytes, body_, buffers);
}

}  // namespace pagekin::crawl
