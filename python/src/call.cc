#include "call.h"

#include <nanobind/stl/string.h>

namespace pagekin_python {

Call::Call(unsigned threads, nb::object progress) : progress_(std::move(progress)) {
  run_.threads = threads;
  run_.stop = stop_.get_token();
  run_.incident = [this](const pagekin::Incident& incident) {
    if (incidents_.size() < kMostIncidents) incidents_.push_back(incident);
  };
  if (progress_.is_none()) return;
  run_.progress = [this](const pagekin::ProgressReport& report) {
    const std::lock_guard lock(mutex_);
    report_ = Report{.phase = std::string(report.phase),
                     .unit = std::string(report.unit),
                     .done = report.done,
                     .total = report.total,
                     .items = report.items};
  };
}

void Call::end() {
  const std::lock_guard lock(mutex_);
  is_done_ = true;
  changed_.notify_all();
}

void Call::on_caller(const std::function<void()>& task) {
  std::unique_lock lock(mutex_);
  if (has_failed_) throw pagekin::Cancelled();
  task_ = &task;
  changed_.notify_all();
  changed_.wait(lock, [&] { return task_ == nullptr; });
  if (has_failed_) throw pagekin::Cancelled();
}

void Call::wait(const std::function<bool()>& is_ready) {
  constexpr std::chrono::milliseconds interval{50};
  const nb::gil_scoped_release unlocked;
  std::unique_lock lock(mutex_);
  const auto is_over = [&] { return is_done_ || (is_ready && !has_failed_ && is_ready()); };
  for (;;) {
    changed_.wait_for(lock, interval, [&] { return is_over() || task_ != nullptr; });
    if (is_over()) return;
    if (has_failed_) {
      task_ = nullptr;  // the waiting thread is woken
      changed_.notify_all();
      continue;
    }
    serve(lock);
  }
}

void Call::serve(std::unique_lock<std::mutex>& lock) {
  const std::function<void()>* const task = task_;
  lock.unlock();
  {
    const nb::gil_scoped_acquire locked;
    try {
      if (task != nullptr) (*task)();
      serve_python();
    } catch (...) {
      fail();
    }
  }
  lock.lock();
  if (task != nullptr) {
    task_ = nullptr;
    changed_.notify_all();
  }
}

void Call::serve_python() {
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
  std::optional<Report> report;
  {
    const std::lock_guard lock(mutex_);
    report.swap(report_);
  }
  if (report) {
    progress_(report->phase, report->unit, report->done, report->total, report->items);
  }
}

void Call::fail() {
  python_failure_ = std::current_exception();
  abandon();
}

void Call::abandon() {
  {
    const std::lock_guard lock(mutex_);
    has_failed_ = true;
    changed_.notify_all();
  }
  stop_.request_stop();
}

}  // namespace pagekin_python
