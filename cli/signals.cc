#include "cli/signals.h"

#include <ctime>
#include <initializer_list>

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

}  // namespace pagekin::cli
