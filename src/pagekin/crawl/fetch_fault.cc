// Maps libcurl's error codes to the few kinds of fault that a crawler treats differently.
//
// Source: libcurl-errors(3). Two of its codes are ambiguous, so the message is examined: a
// connection that is lost during the TLS handshake, and headers beyond libcurl's own limit.
// Limits: messages of other versions may differ; the fault is then the more general one.
#include "pagekin/crawl/fetch_fault.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"

namespace pagekin::crawl {
namespace {

constexpr std::size_t kLongestReason = 300;

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// "Recv failure: Connection reset by peer", "OpenSSL SSL_connect: Broken pipe in ..."; errors of
// TLS itself read "error:0A00010B:SSL routines::...".
bool is_about_the_socket(std::string_view message) {
  return has(message, "Recv failure") || has(message, "Send failure") ||
         has(message, " SSL_connect: ");
}

// libcurl's message, which may quote the server, as the end of a sentence.
std::string reason(const Unanswered& request) {
  // libcurl has no message for these.
  if (request.message.empty() && request.connected &&
      (request.code == CURLE_OK || request.code == CURLE_BAD_FUNCTION_ARGUMENT ||
       request.code == CURLE_WRITE_ERROR)) {
    return "malformed headers";
  }
  std::string_view message =
      request.message.empty() ? curl_easy_strerror(request.code) : request.message;
  message = message.substr(0, kLongestReason);
  while (message.ends_with(' ') || message.ends_with('.')) message.remove_suffix(1);
  return printable(message);
}

}  // namespace

std::string_view name_of(FetchFault fault) {
  static constexpr std::array<std::string_view, 9> words = {
      "none",          "refused address", "name not resolved", "no connection", "TLS not trusted",
      "took too long", "too slow",        "headers too long",  "not HTTP"};
  static_assert(words.size() == static_cast<std::size_t>(FetchFault::kAnswer) + 1);
  return words[static_cast<std::size_t>(fault)];
}

bool may_pass(FetchFault fault) {
  return fault == FetchFault::kName || fault == FetchFault::kConnection ||
         fault == FetchFault::kTime || fault == FetchFault::kSlow;
}

FetchFault fault_of(const Unanswered& request) {
  switch (request.code) {
    case CURLE_OK:
      return FetchFault::kNone;
    case CURLE_URL_MALFORMAT:
      return FetchFault::kRefused;
    case CURLE_COULDNT_RESOLVE_HOST:
      return FetchFault::kName;
    case CURLE_OPERATION_TIMEDOUT:
      return FetchFault::kTime;
    case CURLE_SSL_CONNECT_ERROR:
      return is_about_the_socket(request.message) ? FetchFault::kConnection
                                                  : FetchFault::kCertificate;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_CLIENTCERT:
    case CURLE_SSL_INVALIDCERTSTATUS:
      return FetchFault::kCertificate;
    case CURLE_RECV_ERROR:
      return has(request.message, "Too large response headers") ? FetchFault::kHeaders
                                                                : FetchFault::kConnection;
    case CURLE_OUT_OF_MEMORY:  // its answer to a header line beyond its own limit
      return request.connected ? FetchFault::kHeaders : FetchFault::kConnection;
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_HTTP2:
    case CURLE_BAD_CONTENT_ENCODING:
      return FetchFault::kAnswer;
    case CURLE_COULDNT_CONNECT:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_HTTP2_STREAM:
    case CURLE_AGAIN:
      return FetchFault::kConnection;
    default:
      return request.connected ? FetchFault::kAnswer : FetchFault::kConnection;
  }
}

std::string describe(FetchFault fault, const Unanswered& request, std::string_view server,
                     const FetchLimits& limits) {
  switch (fault) {
    case FetchFault::kNone:
      return {};
    case FetchFault::kRefused:
      return fmt::format("{} cannot be asked for: {}", server, reason(request));
    case FetchFault::kName:
      return fmt::format("the name of {} does not resolve", server);
    case FetchFault::kConnection:
      return fmt::format("{} {}: {}", server,
                         request.connected ? "closed the connection without an answer"
                                           : "does not take connections",
                         reason(request));
    case FetchFault::kCertificate:
      return fmt::format("the TLS of {} is not trusted: {}", server, reason(request));
    case FetchFault::kTime:
      return request.connected ? fmt::format("no whole answer from {} within {}", server,
                                             seconds_text(limits.total))
                               : fmt::format("no connection to {} within {}", server,
                                             seconds_text(std::min(limits.connect, limits.total)));
    case FetchFault::kSlow:
      return fmt::format("{} sent less than {} bytes a second for {}", server, limits.least_rate,
                         seconds_text(limits.patience));
    case FetchFault::kHeaders:
      return fmt::format("the headers from {} are longer than {} bytes", server,
                         limits.header_bytes);
    case FetchFault::kAnswer:
      break;
  }
  return fmt::format("what {} sent is not a proper HTTP answer: {}", server, reason(request));
}

std::string describe(Refusal refusal, const url::Url& url) {
  switch (refusal) {
    case Refusal::kScheme:
      return fmt::format("only http and https are fetched, not {}", url.scheme());
    case Refusal::kPort:
      return fmt::format("port {} of {} belongs to another service than HTTP", url.port(),
                         url.host());
    case Refusal::kLocalName:
      return fmt::format("{} is a name that only means something inside a network; it needs {}",
                         url.host(), option_named("allow_private"));
    default:
      return fmt::format("{} is not an address on the public Internet: {}; it needs {}", url.host(),
                         name_of(refusal), option_named("allow_private"));
  }
}

std::string describe(Refusal refusal, std::string_view host, std::string_view address) {
  return fmt::format(
      "{} leads to {}, which is not an address on the public Internet: {}; it needs {}", host,
      address, name_of(refusal), option_named("allow_private"));
}

std::string seconds_text(std::chrono::milliseconds time) {
  return fmt::format("{:g} s", static_cast<double>(time.count()) / 1000);
}

}  // namespace pagekin::crawl
