#include "pagekin/api/progress_watcher.h"

#include <chrono>
#include <utility>

namespace pagekin::api {

ProgressWatcher::ProgressWatcher(const Run& run, std::vector<Phase> phases)
    : run_(&run), phases_(std::move(phases)) {
  if (!run.progress) return;
  thread_ = std::jthread([this](const std::stop_token& ending) {
    constexpr std::chrono::milliseconds interval{200};
    std::unique_lock lock(mutex_);
    while (!ending.stop_requested()) {
      ended_.wait_for(lock, ending, interval, [] { return false; });
      report();
    }
  });
}

ProgressWatcher::~ProgressWatcher() = default;  // the thread is asked to end and joined

void ProgressWatcher::report() const {
  const Phase* latest = &phases_.front();
  for (const Phase& phase : phases_) {
    if (phase.progress->done > 0 || phase.progress->items > 0) latest = &phase;
  }
  run_->progress(latest->progress->report(latest->name));
}

}  // namespace pagekin::api
