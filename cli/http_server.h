// A small HTTP server for this machine only, on libmicrohttpd.
//
// It listens on a loopback address. Before a request gets to its handler:
//   - the method is GET, HEAD or POST, and the target is a plain path below /;
//   - there is one Host, and it names this server, so that no name of somebody else's domain that
//     leads here (DNS rebinding) is served;
//   - the request comes from a page of this server or from nowhere (Origin, Sec-Fetch-Site);
//   - a POST has the token in X-CSRF-Token, and JSON of at most 64 KB;
//   - paths below /api have the token in a cookie or a header.
// All answers have headers that forbid frames, sniffing, caches and foreign content. No answer has
// a CORS header. Connections are limited in number, in time and in bytes of their heads.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace pagekin::cli {

struct HttpRequest {
  std::string method;
  std::string path;
  std::map<std::string, std::string> query;  // decoded
  std::string body;                          // of a POST
};

struct HttpAnswer {
  unsigned status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string body;
  bool is_gzip = false;  // the body is compressed
};

class HttpServer {
 public:
  // Called from several threads.
  using Handler = std::function<HttpAnswer(const HttpRequest&)>;

  // `address` is 127.0.0.1 or ::1; `port` 0: any free one. Throws Error if it cannot listen.
  HttpServer(const std::string& address, std::uint16_t port, Handler handler);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  std::uint16_t port() const;
  const std::string& token() const;

  // "http://127.0.0.1:8765/?token=...": a browser that opens it gets the token as a cookie.
  std::string address() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pagekin::cli
