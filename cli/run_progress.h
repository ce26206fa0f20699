// The progress of a call of the library, as a line on the terminal; and Ctrl-C as its stop.
#pragma once

#include <string>

#include "pagekin/run.h"

#include "cli/progress_line.h"
#include "cli/signals.h"

namespace pagekin::cli {

class RunProgress {
 public:
  explicit RunProgress(bool quiet) : line_(quiet) {}

  // How to carry out the call. Valid while this object exists.
  Run run(Run given = {}) {
    given.stop = program_stop_token();
    given.progress = [this](const ProgressReport& report) {
      if (phase_ != report.phase) {
        phase_ = report.phase;
        line_.begin_stage();
      }
      line_.show(report);
    };
    return given;
  }

  // Removes the line, so that others can follow. Call it after the library has returned.
  void stop() { line_.clear(); }

 private:
  ProgressLine line_;
  std::string phase_;
};

}  // namespace pagekin::cli
