// The progress of work that does not go through the public interface.
#pragma once

#include <atomic>
#include <thread>
#include <vector>

#include "pagekin/core/progress.h"

#include "cli/progress_line.h"

namespace pagekin::cli {

// Draws a ProgressLine a few times a second while it exists.
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
  std::vector<const Progress*> stages_;
  std::atomic<bool> stopped_{false};
  ProgressLine line_;  // of the thread that draws
  std::thread painter_;
};

}  // namespace pagekin::cli
