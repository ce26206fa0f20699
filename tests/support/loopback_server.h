// A server on the loopback interface that follows the script of a test: bytes, pauses and resets.
// Counts connections and requests.
//
//   LoopbackServer server(on_request([](Connection& c, const std::string& target) {
//     c.send(http_answer("<p>" + target));
//   }));
//   fetch(server.url("/a"));
//
// Each connection has a thread; the destructor ends them all, also those that sleep or send.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

namespace pagekin::test {

class LoopbackServer;

class Connection {
 public:
  Connection(int socket, LoopbackServer& server) : socket_(socket), server_(server) {}

  int socket() const { return socket_; }

  // The head of the next request up to its blank line; nothing if the client is gone.
  std::optional<std::string> read_request();

  // What follows the head: this number of bytes, or fewer if the client is gone.
  std::string read_bytes(std::size_t count);

  // Returns false if the client is gone.
  bool send(std::string_view bytes);

  // Sleeps; returns false if the server must end.
  bool pause(std::chrono::milliseconds time);

  // Closes the connection properly, or so that the client sees a reset.
  void close() { ::shutdown(socket_, SHUT_RDWR); }
  void reset() {
    const linger now{.l_onoff = 1, .l_linger = 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    reset_ = true;
  }
  bool was_reset() const { return reset_; }

 private:
  int socket_;
  LoopbackServer& server_;
  std::string unread_;
  bool reset_ = false;
};

class LoopbackServer {
 public:
  using Script = std::function<void(Connection&)>;  // the whole life of a connection

  explicit LoopbackServer(Script script, const std::string& address = "127.0.0.1",
                          std::uint16_t port = 0)
      : script_(std::move(script)), address_(address) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int yes = 1;
    ::setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    sockaddr_in name{};
    name.sin_family = AF_INET;
    name.sin_port = htons(port);
    socklen_t size = sizeof name;
    if (::inet_pton(AF_INET, address.c_str(), &name.sin_addr) != 1 ||
        ::bind(listener_, reinterpret_cast<sockaddr*>(&name), size) != 0 ||
        ::listen(listener_, 256) != 0 ||
        ::getsockname(listener_, reinterpret_cast<sockaddr*>(&name), &size) != 0) {
      ::close(listener_);
      throw std::runtime_error("cannot listen on " + address);
    }
    port_ = ntohs(name.sin_port);
    acceptor_ = std::thread([this] { accept_all(); });
  }

  ~LoopbackServer() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
      for (const int socket : open_) ::shutdown(socket, SHUT_RDWR);
    }
    end_.notify_all();
    ::shutdown(listener_, SHUT_RDWR);  // wakes accept()
    acceptor_.join();
    ::close(listener_);
    for (std::thread& thread : threads_) thread.join();
  }
  LoopbackServer(const LoopbackServer&) = delete;
  LoopbackServer& operator=(const LoopbackServer&) = delete;

  std::uint16_t port() const { return port_; }
  std::string url(std::string_view target = "/") const {
    return "http://" + address_ + ":" + std::to_string(port_) + std::string(target);
  }
  int connections() const { return connections_; }
  int requests() const { return requests_; }
  // Their targets, as "/page?a=b", in order of arrival.
  std::vector<std::string> targets() const {
    const std::lock_guard lock(mutex_);
    return targets_;
  }
  // The head of the last one.
  std::string last_request() const {
    const std::lock_guard lock(mutex_);
    return last_request_;
  }

 private:
  friend class Connection;

  void accept_all() {
    for (;;) {
      const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      const std::lock_guard lock(mutex_);
      if (socket < 0 || ends_) {
        if (socket >= 0) ::close(socket);
        return;
      }
      ++connections_;
      open_.push_back(socket);
      threads_.emplace_back([this, socket] { serve(socket); });
    }
  }

  void serve(int socket) {
    sigset_t pipe;  // a client that has gone must not end the test
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
    Connection connection(socket, *this);
    script_(connection);
    const std::lock_guard lock(mutex_);
    open_.erase(std::find(open_.begin(), open_.end(), socket));
    if (!connection.was_reset()) ::shutdown(socket, SHUT_WR);
    ::close(socket);
  }

  void note_request(const std::string& head) {
    const std::lock_guard lock(mutex_);
    ++requests_;
    last_request_ = head;
    const auto from = head.find(' ') + 1;
    targets_.push_back(head.substr(from, head.find(' ', from) - from));
  }

  Script script_;
  std::string address_;
  int listener_ = -1;
  std::uint16_t port_ = 0;
  std::thread acceptor_;
  std::vector<std::thread> threads_;
  std::atomic<int> connections_ = 0;
  std::atomic<int> requests_ = 0;

  mutable std::mutex mutex_;
  std::condition_variable end_;
  bool ends_ = false;
  std::vector<int> open_;
  std::vector<std::string> targets_;
  std::string last_request_;
};

inline std::optional<std::string> Connection::read_request() {
  for (;;) {
    const auto end = unread_.find("\r\n\r\n");
    if (end != std::string::npos) {
      std::string head = unread_.substr(0, end + 4);
      unread_.erase(0, end + 4);
      server_.note_request(head);
      return head;
    }
    char buffer[4096];
    const auto count = ::recv(socket_, buffer, sizeof buffer, 0);
    if (count <= 0) return std::nullopt;
    unread_.append(buffer, static_cast<std::size_t>(count));
  }
}

inline std::string Connection::read_bytes(std::size_t count) {
  while (unread_.size() < count) {
    char buffer[4096];
    const auto got = ::recv(socket_, buffer, sizeof buffer, 0);
    if (got <= 0) break;
    unread_.append(buffer, static_cast<std::size_t>(got));
  }
  std::string bytes = unread_.substr(0, count);
  unread_.erase(0, bytes.size());
  return bytes;
}

inline bool Connection::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

inline bool Connection::pause(std::chrono::milliseconds time) {
  std::unique_lock lock(server_.mutex_);
  return !server_.end_.wait_for(lock, time, [&] { return server_.ends_; });
}

// Calls `answer` with the target of every request, until the client goes or the connection was
// closed or reset.
inline LoopbackServer::Script on_request(
    std::function<void(Connection&, const std::string& target)> answer) {
  return [answer = std::move(answer)](Connection& connection) {
    while (const auto head = connection.read_request()) {
      const auto from = head->find(' ') + 1;
      answer(connection, head->substr(from, head->find(' ', from) - from));
      if (connection.was_reset()) return;
    }
  };
}

// The same bytes to everyone, then the end of the connection.
inline LoopbackServer::Script answer_and_close(std::string bytes) {
  return [bytes = std::move(bytes)](Connection& connection) {
    if (connection.read_request()) connection.send(bytes);
  };
}

// `headers` is lines that end in CRLF.
inline std::string http_answer(std::string_view body, std::string_view headers = {},
                               std::string_view status = "200 OK") {
  std::string text = "HTTP/1.1 ";
  text.append(status).append("\r\nContent-Length: ").append(std::to_string(body.size()));
  text.append("\r\n").append(headers).append("\r\n").append(body);
  return text;
}

}  // namespace pagekin::test
