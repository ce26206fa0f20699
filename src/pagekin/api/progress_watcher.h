// Progress of a run, reported to a callback now and then.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

#include "pagekin/core/progress.h"
#include "pagekin/run.h"

namespace pagekin::api {

struct Phase {
  std::string_view name;
  const Progress* progress;
};

// While it exists, a thread calls Run::progress five times a second with the latest phase
// that has begun, and once more at the end. Does nothing where there is no callback.
class ProgressWatcher {
 public:
  ProgressWatcher(const Run& run, std::vector<Phase> phases);
  ~ProgressWatcher();
  ProgressWatcher(const ProgressWatcher&) = delete;
  ProgressWatcher& operator=(const ProgressWatcher&) = delete;

 private:
  void report() const;

  const Run* run_;
  std::vector<Phase> phases_;
  std::mutex mutex_;
  std::condition_variable_any ended_;
  std::jthread thread_;
};

}  // namespace pagekin::api
