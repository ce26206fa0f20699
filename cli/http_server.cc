#include "cli/http_server.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <random>
#include <system_error>
#include <vector>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <strings.h>
#include <sys/socket.h>

#include "pagekin/error.h"
#include "pagekin/text.h"

#include "cli/patient_connections.h"

namespace pagekin::cli {
namespace {

constexpr unsigned kConnections = 600;
constexpr unsigned kCrowd = 300;               // connections are many from here on
constexpr unsigned kTimeout = 10;              // seconds without a byte
constexpr std::size_t kHeadBytes = 24 * 1024;  // of a request
constexpr std::size_t kBodyBytes = 64 * 1024;
constexpr unsigned kThreads = 2;

std::string random_token() {
  std::random_device device;  // the system's generator
  std::string token;
  for (int i = 0; i < 4; ++i) token += fmt::format("{:08x}", static_cast<std::uint32_t>(device()));
  return token;
}

// Takes the same time wherever the texts differ.
bool are_equal(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned char difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference = static_cast<unsigned char>(difference | (a[i] ^ b[i]));
  }
  return difference == 0;
}

struct RequestValues {
  std::vector<std::pair<std::string, std::string>> all;

  std::vector<std::string_view> named(std::string_view name) const {
    std::vector<std::string_view> found;
    for (const auto& [key, value] : all) {
      const bool is_it =
          key.size() == name.size() && strncasecmp(key.data(), name.data(), name.size()) == 0;
      if (is_it) found.emplace_back(value);
    }
    return found;
  }
  std::string_view first(std::string_view name) const {
    const std::vector<std::string_view> found = named(name);
    return found.empty() ? std::string_view() : found.front();
  }
  bool has(std::string_view name) const { return !named(name).empty(); }
};

RequestValues request_values(MHD_Connection* connection, MHD_ValueKind kind) {
  RequestValues values;
  MHD_get_connection_values(
      connection, kind,
      [](void* to, MHD_ValueKind, const char* key, const char* value) -> MHD_Result {
        static_cast<RequestValues*>(to)->all.emplace_back(key, value == nullptr ? "" : value);
        return MHD_YES;
      },
      &values);
  return values;
}

HttpAnswer refusal(unsigned status, std::string text) {
  return {.status = status, .body = std::move(text) + "\n"};
}

}  // namespace

struct HttpServer::State {
  Handler handler;
  std::string host;  // as a URL has it: 127.0.0.1 or [::1]
  std::uint16_t port = 0;
  std::string token = random_token();
  MHD_Daemon* daemon = nullptr;
  mutable PatientConnections connections{kCrowd};

  std::string cookie() const { return fmt::format("pagekin_{}", port); }

  bool is_own_host(std::string_view value) const {
    return value == fmt::format("{}:{}", host, port) || value == fmt::format("localhost:{}", port);
  }
  bool is_own_origin(std::string_view value) const {
    return value.starts_with("http://") && is_own_host(value.substr(7));
  }

  bool has_token(const RequestValues& headers, const RequestValues& cookies) const {
    return are_equal(headers.first("X-CSRF-Token"), token) ||
           are_equal(cookies.first(cookie()), token);
  }

  // What is wrong with a request, before its body is read; status 200: nothing.
  HttpAnswer check(std::string_view method, std::string_view path, const RequestValues& headers,
                   const RequestValues& cookies) const {
    if (method != "GET" && method != "HEAD" && method != "POST") {
      return refusal(405, "only GET, HEAD and POST are answered");
    }
    const std::vector<std::string_view> hosts = headers.named("Host");
    if (hosts.size() != 1 || hosts.front().empty() ||
        hosts.front().find('@') != std::string::npos) {
      return refusal(400, "a request needs one Host");
    }
    if (!is_own_host(hosts.front())) return refusal(403, "this server has another name");
    if (!path.starts_with('/') || path.find('\\') != path.npos || path.find("..") != path.npos ||
        std::ranges::any_of(path, [](char c) { return static_cast<unsigned char>(c) < 0x20; })) {
      return refusal(400, "the target is not a path of this server");
    }
    if (headers.has("Content-Length") && headers.has("Transfer-Encoding")) {
      return refusal(400, "the length of the body is given in two ways");
    }
    const std::string_view length = headers.first("Content-Length");
    if (!length.empty()) {
      if (length.find_first_not_of("0123456789") != length.npos) {
        return refusal(400, "Content-Length is not a number");
      }
      if (length.size() > 9 ||
          std::strtoul(std::string(length).c_str(), nullptr, 10) > kBodyBytes) {
        return refusal(413, "the body is too long");
      }
    }
    for (const std::string_view origin : headers.named("Origin")) {
      if (!is_own_origin(origin)) return refusal(403, "the request comes from another site");
    }
    const std::string_view site = headers.first("Sec-Fetch-Site");
    if (!site.empty() && site != "same-origin" && site != "none") {
      return refusal(403, "the request comes from another site");
    }
    if (method == "POST") {
      if (!are_equal(headers.first("X-CSRF-Token"), token)) {
        return refusal(403, "the header X-CSRF-Token lacks the token of this server");
      }
      if (!headers.first("Content-Type").starts_with("application/json")) {
        return refusal(415, "the body must be JSON");
      }
    } else if (path.starts_with("/api/") && !has_token(headers, cookies)) {
      return refusal(403, "open the address that 'pagekin serve' has printed");
    }
    return {};
  }

  MHD_Result send(MHD_Connection* connection, const HttpAnswer& answer,
                  const std::vector<std::pair<std::string, std::string>>& extra = {}) const {
    MHD_Response* const response = MHD_create_response_from_buffer(
        answer.body.size(), const_cast<char*>(answer.body.data()), MHD_RESPMEM_MUST_COPY);
    if (response == nullptr) return MHD_NO;
    const auto add = [&](const char* name, const std::string& value) {
      MHD_add_response_header(response, name, value.c_str());
    };
    add("Content-Type", answer.type);
    add("Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'");
    add("X-Content-Type-Options", "nosniff");
    add("Referrer-Policy", "no-referrer");
    add("Cache-Control", "no-store");
    add("X-Frame-Options", "DENY");
    add("Cross-Origin-Resource-Policy", "same-origin");
    add("Cross-Origin-Opener-Policy", "same-origin");
    if (answer.is_gzip) add("Content-Encoding", "gzip");
    if (answer.status == 405) add("Allow", "GET, HEAD, POST");
    if (answer.status >= 400) add("Connection", "close");
    for (const auto& [name, value] : extra) add(name.c_str(), value);
    const MHD_Result result = MHD_queue_response(connection, answer.status, response);
    MHD_destroy_response(response);
    return result;
  }

  struct Pending {
    HttpRequest request;
    bool is_too_long = false;
  };

  MHD_Result answer(MHD_Connection* connection, const char* url, const char* method,
                    const char* data, std::size_t* size, void** context) const {
    if (*context == nullptr) {
      const RequestValues headers = request_values(connection, MHD_HEADER_KIND);
      const RequestValues cookies = request_values(connection, MHD_COOKIE_KIND);
      const HttpAnswer problem = check(method, url, headers, cookies);
      if (problem.status != 200) {
        connections.request_is_whole(connection);
        return send(connection, problem);
      }
      auto pending = std::make_unique<Pending>();
      pending->request.method = method;
      pending->request.path = url;
      for (auto& [key, value] : request_values(connection, MHD_GET_ARGUMENT_KIND).all) {
        pending->request.query.emplace(std::move(key), std::move(value));
      }
      *context = pending.release();
      return MHD_YES;
    }
    auto& pending = *static_cast<Pending*>(*context);
    if (*size > 0) {
      if (pending.request.body.size() + *size > kBodyBytes) {
        pending.is_too_long = true;
      } else {
        pending.request.body.append(data, *size);
      }
      *size = 0;
      return MHD_YES;
    }
    connections.request_is_whole(connection);
    if (pending.is_too_long) return send(connection, refusal(413, "the body is too long"));
    const HttpRequest& request = pending.request;
    if (request.path == "/" && request.method == "GET" && request.query.contains("token")) {
      if (!are_equal(request.query.at("token"), token)) {
        return send(connection, refusal(403, "the token is not that of this server"));
      }
      // The token becomes a cookie, so that it is in no address that could be copied or kept.
      return send(connection, {.status = 303},
                  {{"Location", "/"},
                   {"Set-Cookie",
                    fmt::format("{}={}; HttpOnly; SameSite=Strict; Path=/", cookie(), token)}});
    }
    HttpAnswer made;
    try {
      made = handler(request);
    } catch (const std::exception& error) {
      made = refusal(500, printable(error.what()));
    }
    return send(connection, made);
  }
};

HttpServer::HttpServer(const std::string& address, std::uint16_t port, Handler handler)
    : state_(std::make_unique<State>()) {
  state_->handler = std::move(handler);
  const bool is_v6 = address == "::1";
  state_->host = is_v6 ? "[::1]" : address;
  sockaddr_storage where{};
  if (is_v6) {
    auto* const to = reinterpret_cast<sockaddr_in6*>(&where);
    to->sin6_family = AF_INET6;
    to->sin6_port = htons(port);
    to->sin6_addr = in6addr_loopback;
  } else {
    auto* const to = reinterpret_cast<sockaddr_in*>(&where);
    to->sin_family = AF_INET;
    to->sin_port = htons(port);
    to->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  }
  // Ports are known only now, and requests ask for it.
  state_->port = port;
  unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD;
  if (is_v6) flags |= MHD_USE_IPv6;
  state_->daemon = MHD_start_daemon(
      flags, port, nullptr, nullptr,
      [](void* self, MHD_Connection* connection, const char* url, const char* method, const char*,
         const char* data, std::size_t* size, void** context) -> MHD_Result {
        return static_cast<State*>(self)->answer(connection, url, method, data, size, context);
      },
      state_.get(), MHD_OPTION_SOCK_ADDR, reinterpret_cast<sockaddr*>(&where),
      MHD_OPTION_CONNECTION_LIMIT, kConnections, MHD_OPTION_CONNECTION_TIMEOUT, kTimeout,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, kHeadBytes, MHD_OPTION_THREAD_POOL_SIZE, kThreads,
      MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_NOTIFY_COMPLETED,
      +[](void* self, MHD_Connection* connection, void** context, MHD_RequestTerminationCode) {
        static_cast<State*>(self)->connections.answered(connection);
        delete static_cast<State::Pending*>(*context);
        *context = nullptr;
      },
      state_.get(), MHD_OPTION_NOTIFY_CONNECTION,
      +[](void* self, MHD_Connection* connection, void**, MHD_ConnectionNotificationCode code) {
        PatientConnections& connections = static_cast<State*>(self)->connections;
        if (code == MHD_CONNECTION_NOTIFY_CLOSED) return connections.closed(connection);
        const MHD_ConnectionInfo* const info =
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        if (info != nullptr) connections.opened(connection, info->connect_fd);
      },
      state_.get(), MHD_OPTION_END);
  if (state_->daemon == nullptr) {
    throw Error(fmt::format("cannot listen on {} port {}: {}; choose another one with {}",
                            state_->host, port,
                            std::generic_category().message(errno == 0 ? EADDRINUSE : errno),
                            option_in_message("port")));
  }
  const MHD_DaemonInfo* const info = MHD_get_daemon_info(state_->daemon, MHD_DAEMON_INFO_BIND_PORT);
  if (info != nullptr && info->port != 0) state_->port = info->port;
}

HttpServer::~HttpServer() {
  if (state_->daemon != nullptr) MHD_stop_daemon(state_->daemon);
}

std::uint16_t HttpServer::port() const { return state_->port; }
const std::string& HttpServer::token() const { return state_->token; }

std::string HttpServer::address() const {
  return fmt::format("http://{}:{}/?token={}", state_->host, state_->port, state_->token);
}

}  // namespace pagekin::cli
