// Pages of inputs for Python, one by one or some at a time.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "pagekin/read.h"

#include "call.h"
#include "pages.h"

namespace pagekin_python {

// Reads pages on a thread of its own and hands them to Python one by one. What waits to be taken
// is bounded.
class PageReader {
 public:
  PageReader(const PythonSource& source, unsigned threads)
      : source_(source.source), part_(source.part) {
    run_.threads = threads;
    run_.stop = stop_.get_token();
    run_.incident = [this](const pagekin::Incident& incident) {
      const std::lock_guard lock(mutex_);
      if (incidents_.size() < Call::kMostIncidents) incidents_.push_back(incident);
    };
    worker_ = std::thread([this] { read(); });
  }
  PageReader(const PageReader&) = delete;
  PageReader& operator=(const PageReader&) = delete;
  ~PageReader() { close(); }

  // Throws StopIteration at the end. Called with the lock, which take() releases while it waits.
  pagekin::OwnedPage next() {
    if (!has_next()) throw nb::stop_iteration();
    return std::move(taken_[at_++]);
  }

  // Up to `most` pages, which stay until the next call; none at the end.
  std::span<pagekin::OwnedPage> next_pages(std::size_t most) {
    if (!has_next()) return {};
    const std::span<pagekin::OwnedPage> rest = std::span(taken_).subspan(at_);
    const std::span<pagekin::OwnedPage> pages = rest.first(std::min(most, rest.size()));
    at_ += pages.size();
    return pages;
  }

  void close() {
    stop_.request_stop();
    const nb::gil_scoped_release unlocked;
    {
      const std::lock_guard lock(mutex_);
      is_closed_ = true;
      changed_.notify_all();
    }
    const std::lock_guard lock(joining_);  // several threads may close
    if (worker_.joinable()) worker_.join();
  }

  std::vector<pagekin::Incident> incidents() {
    const std::lock_guard lock(mutex_);
    return incidents_;
  }

  // Of all pages, at the end; of none before it.
  pagekin::PageCounts counts() {
    const std::lock_guard lock(mutex_);
    return counts_;
  }

  // How a part joins others; none before the end, or if the reader has no part.
  std::optional<pagekin::FilePartEnds> ends() {
    const std::lock_guard lock(mutex_);
    return ends_;
  }

 private:
  static constexpr std::size_t kMostBytes = std::size_t{8} << 20;
  static constexpr std::size_t kMostPages = 4096;
  static constexpr std::size_t kEnoughPages = 64;  // fewer are not worth waking anybody

  void read() {
    try {
      const auto use = [this](pagekin::OwnedPage&& page) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] {
          return is_closed_ || (bytes_ < kMostBytes && waiting_.size() < kMostPages);
        });
        if (is_closed_) throw pagekin::Cancelled();
        bytes_ += page.body.size();
        waiting_.push_back(std::move(page));
        if (waiting_.size() % kEnoughPages == 0 || bytes_ >= kMostBytes) changed_.notify_all();
      };
      std::optional<pagekin::FilePartEnds> ends;
      if (part_) ends = pagekin::take_part(*part_, source_, use, run_);
      const pagekin::PageCounts counts =
          ends ? ends->counts : pagekin::take_pages(source_, use, run_);
      const std::lock_guard lock(mutex_);
      ends_ = ends;
      counts_ = counts;
    } catch (const pagekin::Cancelled&) {
      // close() asked for it: there are no more pages.
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    is_done_ = true;
    changed_.notify_all();
  }

  // Whether there is a page more: taken_[at_].
  bool has_next() {
    if (is_taking_) throw nb::value_error("another thread is waiting for a page of this reader");
    if (at_ < taken_.size()) return true;
    is_taking_ = true;
    try {
      const bool is_more = take();
      is_taking_ = false;
      return is_more;
    } catch (...) {
      is_taking_ = false;
      throw;
    }
  }

  // Waits for pages. False: there are no more.
  bool take() {
    constexpr std::chrono::milliseconds interval{50};
    taken_.clear();
    at_ = 0;
    for (;;) {
      {
        const nb::gil_scoped_release unlocked;
        std::unique_lock lock(mutex_);
        if (waiting_.size() < kEnoughPages) {
          changed_.wait_for(lock, interval, [this] {
            return waiting_.size() >= kEnoughPages || bytes_ >= kMostBytes || is_done_;
          });
        }
        taken_.swap(waiting_);
        bytes_ = 0;
        changed_.notify_all();
        if (!taken_.empty()) return true;
        if (is_done_) break;
      }
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
    }
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    return false;
  }

  pagekin::Source source_;
  std::optional<pagekin::FilePart> part_;
  pagekin::Run run_;
  std::stop_source stop_;
  std::vector<pagekin::OwnedPage> taken_;  // by Python
  std::size_t at_ = 0;
  bool is_taking_ = false;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<pagekin::OwnedPage> waiting_;
  std::size_t bytes_ = 0;  // of these
  std::vector<pagekin::Incident> incidents_;
  pagekin::PageCounts counts_;
  std::optional<pagekin::FilePartEnds> ends_;
  bool is_done_ = false;
  bool is_closed_ = false;
  std::exception_ptr failure_;

  std::mutex joining_;
  std::thread worker_;
};

}  // namespace pagekin_python
