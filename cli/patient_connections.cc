#include "cli/patient_connections.h"

#include <sys/socket.h>

namespace pagekin::cli {

PatientConnections::PatientConnections(std::size_t crowd)
    : crowd_(crowd), watcher_([this](const std::stop_token& stop) { watch(stop); }) {}

void PatientConnections::opened(const void* key, int socket) {
  const std::lock_guard lock(mutex_);
  connections_[key] = {.socket = socket, .is_answering = false, .since = Clock::now()};
}

void PatientConnections::request_is_whole(const void* key) {
  const std::lock_guard lock(mutex_);
  if (const auto it = connections_.find(key); it != connections_.end()) {
    it->second.is_answering = true;
  }
}

void PatientConnections::answered(const void* key) {
  const std::lock_guard lock(mutex_);
  if (const auto it = connections_.find(key); it != connections_.end()) {
    it->second.is_answering = false;
    it->second.since = Clock::now();
  }
}

void PatientConnections::closed(const void* key) {
  const std::lock_guard lock(mutex_);
  connections_.erase(key);
}

// The socket stays open until closed() is called for it, so its number is still its own.
void PatientConnections::shut_late_ones() {
  const Clock::time_point now = Clock::now();
  const auto patience = connections_.size() >= crowd_ ? crowded_wait : longest_wait;
  for (const auto& [key, waiting] : connections_) {
    if (!waiting.is_answering && now - waiting.since > patience) {
      shutdown(waiting.socket, SHUT_RDWR);
    }
  }
}

void PatientConnections::watch(const std::stop_token& stop) {
  constexpr std::chrono::milliseconds step{250};
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    shut_late_ones();
    wake_.wait_for(lock, stop, step, [] { return false; });
  }
}

}  // namespace pagekin::cli
