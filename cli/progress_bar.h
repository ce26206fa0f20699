// A bar on the terminal while long work goes on.
#pragma once

#include <atomic>
#include <thread>
#include <vector>

#include "pagekin/core/progress.h"

namespace pagekin::cli {

// Redraws a line on standard error a few times a second while it exists; does
// nothing where standard error is no terminal or `quiet` is set.
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
  static void draw(const Progress& progress, double seconds);

  std::vector<const Progress*> stages_;
  std::atomic<bool> stopped_{false};
  std::thread painter_;
};

}  // namespace pagekin::cli
