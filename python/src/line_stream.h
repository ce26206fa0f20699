// Tables that the library writes as JSON lines while Python reads them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>

#include "pagekin/fields.h"
#include "pagekin/page.h"

#include "call.h"
#include "pages.h"

namespace pagekin_python {

// What is known when all is written.
struct StreamEnd {
  pagekin::PageCounts counts;
  std::uint64_t records = 0;
  std::uint64_t left_out = 0;  // pages without a table or template
  std::string health = {};     // JSON; may be empty
  std::string misfits = {};    // values whose type is not that of their column; for people
  std::shared_ptr<const pagekin::FieldWrapper> repaired = nullptr;  // may be null
  std::uint64_t whole = 0;  // clean texts for which the rules would have left nothing
};

// The work runs on a thread of its own, as far as a few hundred kilobytes ahead. Functions of the
// user, such as the iterator that gives the pages, run on the thread that asks for lines.
class LineStream : private Call {
 public:
  using Sink = std::function<void(std::string_view)>;
  using Work = std::function<StreamEnd(const pagekin::Run&, const Sink&)>;

  // `progress` is called by the thread that asks for lines, while it waits; see Call.
  LineStream(const PythonSource& source, unsigned threads, nb::object progress, Work work)
      : Call(threads, std::move(progress)),
        attached_(source.supplier, *this),
        work_(std::move(work)) {
    worker_ = std::thread([this] { produce(); });
  }
  ~LineStream() { close(); }

  // Some lines as bytes, without their ends. Throws StopIteration at the end.
  nb::list next() {
    if (is_taking_) throw nb::value_error("another thread is waiting for a record of this stream");
    is_taking_ = true;
    std::string text;
    wait([this] { return waiting_.size() >= kEnoughBytes; });
    if (!python_failure_) {
      try {
        serve_python();  // also where nothing is waited for, or progress would not be seen
      } catch (...) {
        fail();
      }
    }
    is_taking_ = false;
    if (python_failure_) {
      close();
      std::rethrow_exception(std::exchange(python_failure_, nullptr));
    }
    {
      const std::lock_guard lock(mutex_);
      text.swap(waiting_);
      changed_.notify_all();
    }
    rest_ += text;
    nb::list lines;
    std::size_t begin = 0;
    for (std::size_t end = rest_.find('\n'); end != std::string::npos;
         end = rest_.find('\n', begin)) {
      lines.append(nb::bytes(rest_.data() + begin, end - begin));
      begin = end + 1;
    }
    rest_.erase(0, begin);
    if (lines.size() > 0) return lines;
    bool is_over = false;
    {
      const std::lock_guard lock(mutex_);
      is_over = is_done_ && waiting_.empty();
    }
    if (!is_over) return lines;  // a line that is longer than a piece
    close();
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    throw nb::stop_iteration();
  }

  void close() {
    bool is_done = false;
    {
      const std::lock_guard lock(mutex_);
      is_done = is_done_;
    }
    if (!is_done) {
      abandon();
      wait();
    }
    const nb::gil_scoped_release unlocked;
    if (worker_.joinable()) worker_.join();
  }

  // None before the end.
  std::optional<StreamEnd> end_of() {
    const std::lock_guard lock(mutex_);
    return end_;
  }
  // At the end, also if that is an error.
  std::vector<pagekin::Incident> incidents() {
    bool is_done = false;
    {
      const std::lock_guard lock(mutex_);
      is_done = is_done_;
    }
    if (is_done && incidents_.empty()) incidents_ = take_incidents();
    return incidents_;
  }

 private:
  static constexpr std::size_t kEnoughBytes = std::size_t{32} << 10;
  static constexpr std::size_t kMostBytes = std::size_t{512} << 10;

  void produce() {
    try {
      StreamEnd made = work_(run(), [this](std::string_view piece) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return has_failed_ || waiting_.size() < kMostBytes; });
        if (has_failed_) throw pagekin::Cancelled();
        waiting_ += piece;
        changed_.notify_all();
      });
      const std::lock_guard lock(mutex_);
      end_ = std::move(made);
    } catch (const pagekin::Cancelled&) {
      // close() asked for it, or a Python exception that next() throws.
    } catch (...) {
      failure_ = std::current_exception();
    }
    end();
  }

  Attached attached_;
  Work work_;
  std::string waiting_;  // under the mutex
  std::string rest_;     // of a line, only of the thread that calls next()
  bool is_taking_ = false;
  std::optional<StreamEnd> end_;
  std::exception_ptr failure_;  // of the work, once it is done
  std::vector<pagekin::Incident> incidents_;
  std::thread worker_;
};

}  // namespace pagekin_python
