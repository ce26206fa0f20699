// A bar on the terminal while long work goes on.
#pragma once

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "pagekin/core/progress.h"

namespace pagekin::cli {

// Redraws a line on standard error a few times a second while it exists: the phase, a bar that
// never runs backwards, the rate and the time that is left. Where standard error is not a terminal,
// it writes such a line every 30 seconds. Does nothing if `quiet` is set.
class ProgressBar {
 public:
  ProgressBar(const Progress& progress, bool quiet) : ProgressBar(std::vector{&progress}, quiet) {}

  // Work in stages: the last one is shown whose total is known.
  ProgressBar(std::vector<const Progress*> stages, bool quiet);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // Removes the bar, so that other lines can follow.
  void stop();

 private:
  std::string describe(const Progress& progress, double seconds);

  std::vector<const Progress*> stages_;
  std::atomic<bool> stopped_{false};
  // Of the thread that draws:
  double share_ = 0;       // of the present stage, as shown
  bool is_drawn_ = false;  // there is a line to remove
  std::thread painter_;
};

}  // namespace pagekin::cli
