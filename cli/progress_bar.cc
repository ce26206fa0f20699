#include "cli/progress_bar.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "pagekin/core/text.h"

namespace pagekin::cli {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kTick = std::chrono::milliseconds(50);
constexpr int kTicksPerDraw = 4;
constexpr std::size_t kWidth = 24;

std::string describe_progress(const Progress& progress, double seconds) {
  const std::uint64_t items = progress.items;
  const auto total = static_cast<double>(progress.total.load());
  const auto done = static_cast<double>(progress.done.load());
  std::string line = fmt::format(
      "{} {}, {} {}/s", with_commas(items), progress.unit,
      with_commas(static_cast<std::uint64_t>(static_cast<double>(items) / std::max(seconds, 1e-3))),
      progress.unit);
  if (const std::uint64_t failed = progress.failed; failed > 0) {
    line += fmt::format(", {} failed", with_commas(failed));
  }
  const auto with_bar = [&](double share, double left) {
    const auto full = static_cast<std::size_t>(share * kWidth);
    return fmt::format("[{}{}] {:3.0f} %  {}, {:.0f} s left", std::string(full, '='),
                       std::string(kWidth - full, ' '), 100 * share, line, left);
  };
  if (progress.finds_more) {
    line += fmt::format(", {} waiting",
                        with_commas(static_cast<std::uint64_t>(std::max(0.0, total - done))));
    const auto goal = static_cast<double>(progress.goal.load());
    const auto reached = static_cast<double>(progress.reached.load());
    if (goal > 0 && items > 0) {
      line = with_bar(std::min(1.0, reached / goal),
                      std::max(0.0, goal - reached) * seconds / static_cast<double>(items));
    }
  } else if (total > 0 && done > 0) {  // of a directory nobody knows the size beforehand
    const double share = std::min(1.0, done / total);
    line = with_bar(share, seconds / share - seconds);
  }
  return line;
}

}  // namespace

ProgressBar::ProgressBar(std::vector<const Progress*> stages, bool quiet)
    : stages_(std::move(stages)) {
  if (quiet || isatty(STDERR_FILENO) == 0) return;
  painter_ = std::thread([this] {
    auto start = Clock::now();
    std::size_t stage = 0;
    for (int tick = 1; !stopped_; ++tick) {
      std::this_thread::sleep_for(kTick);
      for (std::size_t next = stage + 1; next < stages_.size(); ++next) {
        if (stages_[next]->total == 0) continue;
        stage = next;
        start = Clock::now();
      }
      if (tick % kTicksPerDraw == 0)
        draw(*stages_[stage], std::chrono::duration<double>(Clock::now() - start).count());
    }
  });
}

ProgressBar::~ProgressBar() { stop(); }

void ProgressBar::stop() {
  if (!painter_.joinable()) return;
  stopped_ = true;
  painter_.join();
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
}

void ProgressBar::draw(const Progress& progress, double seconds) {
  fmt::print(stderr, "\r\x1b[K{}", describe_progress(progress, seconds));
  std::fflush(stderr);
}

}  // namespace pagekin::cli
