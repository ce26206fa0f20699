// Measures elapsed time with a clock that never goes back.
#pragma once

#include <chrono>

namespace pagekin {

class Stopwatch {
 public:
  // Seconds since construction.
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

}  // namespace pagekin
