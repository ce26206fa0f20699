#include "cli/progress_bar.h"

#include <chrono>
#include <cstddef>
#include <utility>

namespace pagekin::cli {

ProgressBar::ProgressBar(std::vector<const Progress*> stages, bool quiet)
    : stages_(std::move(stages)), line_(quiet) {
  if (quiet) return;
  painter_ = std::thread([this] {
    constexpr auto tick = std::chrono::milliseconds(50);
    constexpr int ticks_per_draw = 4;
    std::size_t stage = 0;
    for (int ticks = 1; !stopped_; ++ticks) {
      std::this_thread::sleep_for(tick);
      for (std::size_t next = stage + 1; next < stages_.size(); ++next) {
        if (stages_[next]->total == 0) continue;
        stage = next;
        line_.begin_stage();
      }
      if (ticks % ticks_per_draw == 0) line_.show(stages_[stage]->report(stages_[stage]->phase));
    }
  });
}

ProgressBar::~ProgressBar() { stop(); }

void ProgressBar::stop() {
  if (!painter_.joinable()) return;
  stopped_ = true;
  painter_.join();
  line_.clear();
}

}  // namespace pagekin::cli
