// Ctrl-C and its relatives as a request to stop.
#pragma once

#include <stop_token>
#include <thread>

namespace pagekin::cli {

// While it exists, the first SIGINT or SIGTERM asks the run to stop, so that temporary files
// are removed on the way out; a second one ends the process at once. A thread waits for the
// signals, because a signal handler may do next to nothing. Make it before any other thread.
class SignalWatcher {
 public:
  SignalWatcher();
  ~SignalWatcher();
  SignalWatcher(const SignalWatcher&) = delete;
  SignalWatcher& operator=(const SignalWatcher&) = delete;

  std::stop_token token() const { return source_.get_token(); }

 private:
  void watch(const std::stop_token& ending);

  std::stop_source source_;
  std::jthread thread_;  // last: it uses the source
};

}  // namespace pagekin::cli
