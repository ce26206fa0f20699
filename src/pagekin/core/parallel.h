// Work on several cores with the results of one: results come out in the order of the
// input, whatever the number of threads.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace pagekin {

// The number of threads to use. 0 asks for one per core that this process may use.
unsigned thread_count(unsigned asked);

// One item that travels through run_in_order().
class Job {
 public:
  virtual ~Job() = default;
  virtual void work() = 0;    // on any thread, several jobs at once
  virtual void finish() = 0;  // one job at a time, in the order of creation
};

// Calls `next` for jobs until it returns null, runs their work() in parallel and calls their
// finish() in order. At most `jobs_per_thread` jobs per thread exist at a time, so memory is
// bounded by what a job holds. If some jobs take much longer than others and hold little, more jobs
// keep the other threads busy meanwhile. `next` is called by one thread at a time, possibly while
// other jobs work or finish. May be called from inside finish().
//
// An exception of any stage ends the run and is rethrown here, after all jobs before it have
// finished: the outcome does not depend on the number of threads. The threads, and with them
// the memory that they keep for themselves, end with the call.
constexpr std::size_t kFewJobs = 4;
void run_in_order(unsigned threads, const std::function<std::unique_ptr<Job>()>& next,
                  std::size_t jobs_per_thread = kFewJobs);

// Calls work(begin, end) for all parts of [0, count), of `part` items each but the last, on several
// threads. If several parts throw, the exception of the first is rethrown.
void for_parts(unsigned threads, std::size_t count, std::size_t part,
               const std::function<void(std::size_t begin, std::size_t end)>& work);

}  // namespace pagekin
