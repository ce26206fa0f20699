#include "cli/progress_bar.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "pagekin/core/text.h"

#include "cli/terminal.h"

namespace pagekin::cli {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kTick = std::chrono::milliseconds(50);
constexpr int kTicksPerDraw = 4;
constexpr std::size_t kWidth = 24;
constexpr double kLineEvery = 30;  // seconds between lines where standard error is not a terminal

std::string time_text(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", seconds);
  if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace

ProgressBar::ProgressBar(std::vector<const Progress*> stages, bool quiet)
    : stages_(std::move(stages)) {
  if (quiet) return;
  const bool is_terminal = isatty(STDERR_FILENO) != 0;
  painter_ = std::thread([this, is_terminal] {
    const auto begin = Clock::now();
    const auto since = [](Clock::time_point start) {
      return std::chrono::duration<double>(Clock::now() - start).count();
    };
    auto start = begin;
    std::size_t stage = 0;
    double next_line = kLineEvery;
    for (int tick = 1; !stopped_; ++tick) {
      std::this_thread::sleep_for(kTick);
      for (std::size_t next = stage + 1; next < stages_.size(); ++next) {
        if (stages_[next]->total == 0) continue;
        stage = next;
        start = Clock::now();
        share_ = 0;
      }
      if (tick % kTicksPerDraw != 0) continue;
      const std::string line = describe(*stages_[stage], since(start));
      if (is_terminal) {
        fmt::print(stderr, "\r\x1b[K{}", line.substr(0, terminal_width(STDERR_FILENO) - 1));
        std::fflush(stderr);
        is_drawn_ = true;
      } else if (since(begin) >= next_line) {
        next_line += kLineEvery;
        fmt::print(stderr, "{}\n", line);
        std::fflush(stderr);
      }
    }
  });
}

ProgressBar::~ProgressBar() { stop(); }

void ProgressBar::stop() {
  if (!painter_.joinable()) return;
  stopped_ = true;
  painter_.join();
  if (!is_drawn_) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
}

std::string ProgressBar::describe(const Progress& progress, double seconds) {
  const std::uint64_t items = progress.items;
  const auto total = static_cast<double>(progress.total.load());
  const auto done = static_cast<double>(progress.done.load());
  const auto rate =
      static_cast<std::uint64_t>(static_cast<double>(items) / std::max(seconds, 1e-3));
  std::string line = fmt::format("{} {}, {} {}/s", with_commas(items), progress.unit,
                                 with_commas(rate), progress.unit);
  if (const std::uint64_t failed = progress.failed; failed > 0) {
    line += fmt::format(", {} failed", with_commas(failed));
  }
  const auto with_bar = [&](double share) {
    // Files that lists name are added to the work when they are opened. The bar waits then.
    share_ = std::max(share_, std::clamp(share, 0.0, 1.0));
    const double left = share_ > 0 ? std::max(0.0, seconds / share_ - seconds) : 0;
    const auto full = static_cast<std::size_t>(share_ * kWidth);
    return fmt::format("[{}{}] {:3.0f} %  {}, {} left", std::string(full, '='),
                       std::string(kWidth - full, ' '), 100 * share_, line, time_text(left));
  };
  if (progress.finds_more) {
    line += fmt::format(", {} waiting",
                        with_commas(static_cast<std::uint64_t>(std::max(0.0, total - done))));
    const auto goal = static_cast<double>(progress.goal.load());
    const auto reached = static_cast<double>(progress.reached.load());
    if (goal > 0 && items > 0) line = with_bar(reached / goal);
  } else if (total > 0 && done > 0) {  // of a directory nobody knows the size beforehand
    line = with_bar(done / (total * static_cast<double>(progress.readings_left())));
  }
  return progress.phase.empty() ? line : fmt::format("{:<11} {}", progress.phase, line);
}

}  // namespace pagekin::cli
