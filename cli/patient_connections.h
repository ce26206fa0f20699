// Connections of a server that wait for a client, and when they have waited long enough.
//
// A client may open a connection and say nothing, or send its request byte by byte. A time without
// a byte does not stop the latter, and many of either kind would keep all others out. So a request
// must be there as a whole after some seconds, and much sooner while there are many connections.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <stop_token>
#include <thread>
#include <unordered_map>

namespace pagekin::cli {

class PatientConnections {
 public:
  using Clock = std::chrono::steady_clock;

  static constexpr std::chrono::seconds longest_wait{15};  // for a whole request
  static constexpr std::chrono::seconds crowded_wait{1};   // while the server is crowded

  // `crowd`: so many connections are a crowd.
  explicit PatientConnections(std::size_t crowd);

  // `key` names the connection; `socket` is shut down when its time is over. All of these may be
  // called from any thread.
  void opened(const void* key, int socket);
  void request_is_whole(const void* key);  // the server's turn: it may take its time
  void answered(const void* key);          // the client's turn again
  void closed(const void* key);

 private:
  struct Waiting {
    int socket = -1;
    bool is_answering = false;
    Clock::time_point since;
  };
  void watch(const std::stop_token& stop);
  void shut_late_ones();

  std::size_t crowd_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::unordered_map<const void*, Waiting> connections_;
  std::jthread watcher_;  // the last member, so that it ends first
};

}  // namespace pagekin::cli
