#include "cli/progress_line.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

#include "pagekin/text.h"

#include "cli/terminal.h"

namespace pagekin::cli {
namespace {

constexpr std::size_t kWidth = 24;
constexpr auto kLineEvery = std::chrono::seconds(30);  // where standard error is not a terminal

std::string time_text(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", seconds);
  if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace

ProgressLine::ProgressLine(bool quiet)
    : quiet_(quiet), is_terminal_(!quiet && isatty(STDERR_FILENO) != 0) {}

void ProgressLine::begin_stage() {
  stage_begin_ = Clock::now();
  share_ = 0;
}

void ProgressLine::show(const ProgressReport& report) {
  if (quiet_) return;
  const auto now = Clock::now();
  if (!is_terminal_ && now - last_line_ < kLineEvery) return;
  const std::string line =
      describe(report, std::chrono::duration<double>(now - stage_begin_).count());
  if (is_terminal_) {
    fmt::print(stderr, "\r\x1b[K{}", line.substr(0, terminal_width(STDERR_FILENO) - 1));
    is_drawn_ = true;
  } else {
    last_line_ = now;
    fmt::print(stderr, "{}\n", line);
  }
  std::fflush(stderr);
}

void ProgressLine::clear() {
  if (!is_drawn_) return;
  is_drawn_ = false;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
}

std::string ProgressLine::describe(const ProgressReport& report, double seconds) {
  const auto rate =
      static_cast<std::uint64_t>(static_cast<double>(report.items) / std::max(seconds, 1e-3));
  std::string line = fmt::format("{} {}, {} {}/s", with_commas(report.items), report.unit,
                                 with_commas(rate), report.unit);
  if (report.failed > 0) line += fmt::format(", {} failed", with_commas(report.failed));
  const auto with_bar = [&](double share) {
    // Files that lists name are added to the work when they are opened. The bar waits then.
    share_ = std::max(share_, std::clamp(share, 0.0, 1.0));
    const double left = share_ > 0 ? std::max(0.0, seconds / share_ - seconds) : 0;
    const auto full = static_cast<std::size_t>(share_ * kWidth);
    return fmt::format("[{}{}] {:3.0f} %  {}, {} left", std::string(full, '='),
                       std::string(kWidth - full, ' '), 100 * share_, line, time_text(left));
  };
  const auto share_of = [](std::uint64_t part, std::uint64_t whole) {
    return static_cast<double>(part) / static_cast<double>(whole);
  };
  if (report.finds_more) {
    line += fmt::format(", {} waiting", with_commas(report.waiting));
    if (report.goal > 0 && report.items > 0) line = with_bar(share_of(report.reached, report.goal));
  } else if (report.total > 0 && report.done > 0) {  // nobody knows the size of a directory
    line = with_bar(share_of(report.done, report.total));
  }
  return report.phase.empty() ? line : fmt::format("{:<11} {}", report.phase, line);
}

}  // namespace pagekin::cli
