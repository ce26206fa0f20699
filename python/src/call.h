// A long call of the library, made from Python.
//
// The work runs on a thread of its own without the interpreter's lock (GIL). Meanwhile the thread
// that called waits. A few times a second it takes the lock, looks whether Ctrl-C was pressed, and
// calls the progress function. It also does what only Python code can do: the work asks it for the
// next pages of an iterator. So functions of the user run on the user's own thread.
#pragma once

#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>

#include "pagekin/error.h"
#include "pagekin/run.h"

namespace pagekin_python {

namespace nb = nanobind;

class Call {
 public:
  // `progress`: None, or called as progress(phase, unit, done, total, items); what it raises ends
  // the call.
  Call(unsigned threads, nb::object progress);
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  // For the function of the library that does the work. Valid while the call exists.
  const pagekin::Run& run() const { return run_; }

  // Skipped and limited pages; at most kMostIncidents, of which more are only counted.
  static constexpr std::size_t kMostIncidents = 100'000;
  std::vector<pagekin::Incident> take_incidents() { return std::move(incidents_); }

  // Does the work and returns its result. Called with the lock. Throws what the work throws, or the
  // Python exception that ended it.
  template <class Work>
  auto operator()(const Work& work) {
    std::optional<decltype(work())> result;
    std::exception_ptr failure;
    std::thread worker([&] {
      try {
        result.emplace(work());
      } catch (...) {
        failure = std::current_exception();
      }
      end();
    });
    wait();  // never throws
    {
      const nb::gil_scoped_release unlocked;
      worker.join();
    }
    if (python_failure_) {
      failure = nullptr;
      std::rethrow_exception(std::exchange(python_failure_, nullptr));
    }
    if (failure) std::rethrow_exception(std::exchange(failure, nullptr));
    return std::move(*result);
  }

  // Called by the work: runs `task` on the calling thread with the lock. Throws Cancelled if that
  // raises a Python exception, which then ends the call.
  void on_caller(const std::function<void()>& task);

 protected:
  void end();
  // Serves the work until it has ended, or until `is_ready` says so, which is called with the
  // mutex. Called with the lock of Python; never throws.
  void wait(const std::function<bool()>& is_ready = {});
  // Makes the work end: it gets Cancelled wherever it asks for something.
  void abandon();
  void serve_python();
  void fail();  // in a catch block, with the lock

  pagekin::Run run_;
  std::exception_ptr python_failure_;  // only of the calling thread
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_done_ = false;
  bool has_failed_ = false;

 private:
  struct Report {
    std::string phase, unit;
    std::uint64_t done = 0, total = 0, items = 0;
  };

  void serve(std::unique_lock<std::mutex>& lock);

  std::stop_source stop_;
  nb::object progress_;
  std::vector<pagekin::Incident> incidents_;
  const std::function<void()>* task_ = nullptr;
  std::optional<Report> report_;
};

}  // namespace pagekin_python
