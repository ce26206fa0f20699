// Ctrl-C and its relatives as a request to stop.
#pragma once

#include <atomic>
#include <csignal>
#include <stop_token>
#include <thread>

namespace pagekin::cli {

// While it exists, the first SIGINT, SIGTERM or SIGHUP asks the run to stop, so that temporary
// files are removed on the way out; a second one ends the process at once. A signal that is
// ignored, as nohup ignores SIGHUP, stays ignored. A thread waits for the signals, because a signal
// handler may do next to nothing. Make it before any other thread.
class SignalWatcher {
 public:
  SignalWatcher();
  ~SignalWatcher();
  SignalWatcher(const SignalWatcher&) = delete;
  SignalWatcher& operator=(const SignalWatcher&) = delete;

  std::stop_token token() const { return source_.get_token(); }

  // The exit status of a run that a signal has stopped: 128 and the number of the signal.
  int status() const { return 128 + received_; }

 private:
  static sigset_t watched();
  void watch(const std::stop_token& ending);

  std::stop_source source_;
  sigset_t signals_{};
  std::atomic<int> received_ = SIGINT;
  std::jthread thread_;  // last: it uses the source
};

// The token of the program that runs on this thread; see run_program().
std::stop_token program_stop_token();
void set_program_stop_token(std::stop_token token);

}  // namespace pagekin::cli
