// The progress of a call of the library, as a bar; and Ctrl-C as its stop.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "pagekin/run.h"

#include "cli/progress_bar.h"
#include "cli/signals.h"

namespace pagekin::cli {

class RunProgress {
 public:
  explicit RunProgress(bool quiet)
      : bar_({stages_.data(), &stages_[1], &stages_[2], &stages_[3]}, quiet) {}

  // How to carry out the call. Valid while this object exists.
  Run run(Run given = {}) {
    given.stop = program_stop_token();
    given.progress = [this](const ProgressReport& report) { show(report); };
    return given;
  }

  // Removes the bar, so that other lines can follow.
  void stop() { bar_.stop(); }

 private:
  void show(const ProgressReport& report) {
    if (names_[at_].empty()) {
      names_[at_] = report.phase;
    } else if (names_[at_] != report.phase && at_ + 1 < stages_.size()) {
      names_[++at_] = report.phase;
    }
    stages_[at_].total = report.total;
    stages_[at_].done = report.done;
    stages_[at_].items = report.items;
  }

  std::array<Progress, 4> stages_;  // more phases than these share the last one
  std::array<std::string, 4> names_;
  std::size_t at_ = 0;
  ProgressBar bar_;
};

}  // namespace pagekin::cli
