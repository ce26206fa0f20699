// A line on the terminal while long work goes on.
#pragma once

#include <chrono>
#include <string>

#include "pagekin/run.h"

namespace pagekin::cli {

// Draws on standard error: the phase, a bar that never runs backwards, the rate and the time that
// is left. Where standard error is not a terminal, it writes such a line every 30 seconds. Does
// nothing if `quiet` is set. Used by one thread at a time.
class ProgressLine {
 public:
  explicit ProgressLine(bool quiet);

  // Says that other work begins: rate and bar begin again.
  void begin_stage();
  void show(const ProgressReport& report);

  // Removes the line, so that others can follow.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  std::string describe(const ProgressReport& report, double seconds);

  bool quiet_;
  bool is_terminal_;
  bool is_drawn_ = false;  // there is a line to remove
  double share_ = 0;       // of the present stage, as shown
  Clock::time_point stage_begin_ = Clock::now();
  Clock::time_point last_line_ = stage_begin_;
};

}  // namespace pagekin::cli
