// Work on several cores without showing it: results come out in the order of
// the input, whatever the number of threads.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace pagekin {

// Number of threads to use for `asked` (0: one per core this process may use).
unsigned thread_count(unsigned asked);

// One item travelling through run_in_order.
class Job {
 public:
  virtual ~Job() = default;
  virtual void work() = 0;    // any thread, several jobs at once
  virtual void finish() = 0;  // one job at a time, in the order of creation
};

// Calls `next` for jobs until it returns null, runs their work in parallel and
// finishes them in order. At most a few jobs per thread exist at a time, so
// memory is bounded by what a job holds. `next` is called by one thread at a
// time, possibly while other jobs work or finish. The first exception of any
// stage ends the run and is rethrown here. May be called from inside finish().
void run_in_order(unsigned threads, const std::function<std::unique_ptr<Job>()>& next);

}  // namespace pagekin
