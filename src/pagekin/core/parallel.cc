#include "pagekin/core/parallel.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <stop_token>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <sched.h>

#include "pagekin/core/stop.h"

namespace pagekin {
namespace {

// The state that the threads of one run share. Each thread takes, again and again, the first
// of these tasks that can be done: finish the oldest job, or create a job and work on it.
class OrderedRun {
 public:
  OrderedRun(std::size_t most_jobs, const std::function<std::unique_ptr<Job>()>& next)
      : most_jobs_(most_jobs), next_(&next) {}

  // What every thread of the run does.
  void take_part() {
    std::unique_lock lock(mutex_);
    while (!failure_ && !(has_all_jobs_ && jobs_.empty())) {
      if (!is_finishing_ && !jobs_.empty() && jobs_.front()->is_done) {
        finish_oldest(lock);
      } else if (!is_creating_ && !has_all_jobs_ && jobs_.size() < most_jobs_) {
        create_and_work(lock);
      } else {
        changed_.wait(lock);
      }
    }
    changed_.notify_all();
  }

  void rethrow_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  struct Entry {
    std::unique_ptr<Job> job;
    std::exception_ptr failure;  // of creating the job or of its work
    bool is_done = false;        // with work()
  };

  void finish_oldest(std::unique_lock<std::mutex>& lock) {
    const std::unique_ptr<Entry> entry = std::move(jobs_.front());
    jobs_.pop_front();
    is_finishing_ = true;
    lock.unlock();
    if (!entry->failure) entry->failure = failure_of([&] { entry->job->finish(); });
    lock.lock();
    is_finishing_ = false;
    failure_ = entry->failure;
    changed_.notify_all();
    // The next job may finish while this one is destroyed: what it holds may take long to free.
    lock.unlock();
    entry->job.reset();
    lock.lock();
  }

  void create_and_work(std::unique_lock<std::mutex>& lock) {
    is_creating_ = true;
    lock.unlock();
    auto created = std::make_unique<Entry>();
    created->failure = failure_of([&] { created->job = (*next_)(); });
    lock.lock();
    is_creating_ = false;
    if (!created->job) has_all_jobs_ = true;  // also after a failure
    if (!created->job && !created->failure) {
      changed_.notify_all();
      return;
    }
    Entry& entry = *created;
    jobs_.push_back(std::move(created));
    changed_.notify_one();  // another thread may create the next job
    lock.unlock();
    if (!entry.failure) entry.failure = failure_of([&] { entry.job->work(); });
    lock.lock();
    entry.is_done = true;
    if (jobs_.front().get() == &entry) changed_.notify_one();
  }

  template <class Function>
  static std::exception_ptr failure_of(const Function& function) {
    try {
      function();
      return nullptr;
    } catch (...) {
      return std::current_exception();
    }
  }

  std::size_t most_jobs_;
  const std::function<std::unique_ptr<Job>()>* next_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::unique_ptr<Entry>> jobs_;  // created and not yet finished, oldest first
  std::exception_ptr failure_;               // of the oldest job that failed
  bool has_all_jobs_ = false;
  bool is_creating_ = false;
  bool is_finishing_ = false;
};

}  // namespace

unsigned thread_count(unsigned asked) {
  if (asked != 0) return asked;
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) == 0 && CPU_COUNT(&cores) > 0) {
    return static_cast<unsigned>(CPU_COUNT(&cores));
  }
  return std::max(1U, std::thread::hardware_concurrency());
}

void run_in_order(unsigned threads, const std::function<std::unique_ptr<Job>()>& next,
                  std::size_t jobs_per_thread) {
  if (threads <= 1) {
    while (const std::unique_ptr<Job> job = next()) {
      job->work();
      job->finish();
    }
    return;
  }
  OrderedRun run(jobs_per_thread * threads, next);
  {
    const std::stop_token token = current_stop_token();
    std::vector<std::jthread> others;
    others.reserve(threads - 1);
    try {
      while (others.size() + 1 < threads) {
        others.emplace_back([&run, token] {
          const StopScope scope(token);
          run.take_part();
        });
      }
    } catch (const std::system_error&) {  // no more threads to be had: fewer do the work
    }
    run.take_part();
  }  // joins the others
  run.rethrow_failure();
}

void for_parts(unsigned threads, std::size_t count, std::size_t part,
               const std::function<void(std::size_t, std::size_t)>& work) {
  struct PartJob final : Job {
    void work() override { (*function)(begin, end); }
    void finish() override {}
    const std::function<void(std::size_t, std::size_t)>* function = nullptr;
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  const std::size_t parts = (count + part - 1) / part;
  std::size_t next = 0;
  run_in_order(static_cast<unsigned>(std::min<std::size_t>(threads, parts)),
               [&]() -> std::unique_ptr<Job> {
                 if (next == count) return nullptr;
                 auto job = std::make_unique<PartJob>();
                 job->function = &work;
                 job->begin = next;
                 next = job->end = std::min(next + part, count);
                 return job;
               });
}

}  // namespace pagekin
