#include "cli/signals.h"

#include <csignal>
#include <ctime>
#include <initializer_list>

namespace pagekin::cli {
namespace {

sigset_t watched() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM}) sigaddset(&signals, signal);
  return signals;
}

}  // namespace

SignalWatcher::SignalWatcher() {
  const sigset_t signals = watched();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);  // also in all threads started from now on
  thread_ = std::jthread([this](const std::stop_token& ending) { watch(ending); });
}

SignalWatcher::~SignalWatcher() {
  thread_.request_stop();
  thread_.join();
}

void SignalWatcher::watch(const std::stop_token& ending) {
  const sigset_t signals = watched();
  constexpr timespec patience{.tv_sec = 0, .tv_nsec = 20'000'000};
  while (!ending.stop_requested()) {
    if (sigtimedwait(&signals, nullptr, &patience) < 0) continue;
    source_.request_stop();
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);  // from now on with their usual effect
    return;
  }
}

}  // namespace pagekin::cli
