#include "cli/signals.h"

#include <ctime>
#include <utility>

namespace pagekin::cli {

sigset_t SignalWatcher::watched() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action {};
    sigaction(signal, nullptr, &action);
    if (action.sa_handler != SIG_IGN) sigaddset(&signals, signal);
  }
  return signals;
}

SignalWatcher::SignalWatcher() : signals_(watched()) {
  pthread_sigmask(SIG_BLOCK, &signals_, nullptr);  // also in all threads started from now on
  thread_ = std::jthread([this](const std::stop_token& ending) { watch(ending); });
}

SignalWatcher::~SignalWatcher() {
  thread_.request_stop();
  thread_.join();
}

void SignalWatcher::watch(const std::stop_token& ending) {
  constexpr timespec patience{.tv_sec = 0, .tv_nsec = 20'000'000};
  while (!ending.stop_requested()) {
    const int signal = sigtimedwait(&signals_, nullptr, &patience);
    if (signal < 0) continue;
    received_ = signal;
    source_.request_stop();
    pthread_sigmask(SIG_UNBLOCK, &signals_, nullptr);  // from now on with their usual effect
    return;
  }
}

namespace {

// Several threads of one process may run the program, as those of Python may.
std::stop_token& token_of_thread() {
  thread_local std::stop_token token;
  return token;
}

}  // namespace

std::stop_token program_stop_token() { return token_of_thread(); }

void set_program_stop_token(std::stop_token token) { token_of_thread() = std::move(token); }

}  // namespace pagekin::cli
