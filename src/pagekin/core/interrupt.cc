#include "pagekin/core/interrupt.h"

#include <csignal>

namespace pagekin {
namespace {

volatile std::sig_atomic_t interrupted = 0;

void note_signal(int signal) {
  interrupted = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

void catch_interrupts() {
  std::signal(SIGINT, note_signal);
  std::signal(SIGTERM, note_signal);
}

void check_interrupt() {
  if (interrupted != 0) throw Interrupted{};
}

}  // namespace pagekin
