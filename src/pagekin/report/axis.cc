#include "pagekin/report/axis.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace pagekin::report {
namespace {

// A multiple takes one multiplication or division by a power of ten, which is exact up to 10^22,
// so that 3 steps of 0.1 are 0.3.
struct Step {
  double digit = 1;  // 1, 2 or 5
  double up = 1;     // power of ten
  double down = 1;   // power of ten
  double times(double count) const { return count * digit * up / down; }
};

Step next(Step step) {
  if (step.digit == 1) return {2, step.up, step.down};
  if (step.digit == 2) return {5, step.up, step.down};
  if (step.down > 1) return {1, step.up, step.down / 10};
  return {1, step.up * 10, step.down};
}

}  // namespace

std::vector<Tick> round_ticks(double low, double high, int most) {
  constexpr double smallest = 1e18;  // steps are at least 1 / smallest
  const auto first_of = [&](const Step& step) { return std::floor(low / step.times(1) + 1e-9); };
  const auto last_of = [&](const Step& step) { return std::ceil(high / step.times(1) - 1e-9); };
  Step step{.digit = 1, .up = 1, .down = 1};
  while (step.down < smallest && last_of(step) - first_of(step) < 10.0 * most) step.down *= 10;
  const double room = std::max(1, most - 1);
  while (step.up < 1e300 && last_of(step) - first_of(step) > room) step = next(step);
  std::vector<Tick> ticks;
  const double first = first_of(step);
  const double count = std::clamp(last_of(step) - first, 1.0, room);
  for (int i = 0; i <= static_cast<int>(count); ++i) {
    const double at = step.times(first + i);
    ticks.push_back({at, short_number(at)});
  }
  return ticks;
}

std::string short_number(double value) {
  if (value == 0) return "0";
  const double size = std::abs(value);
  if (size >= 1e9 || size < 1e-4) return fmt::format("{:.4g}", value);
  std::string text = fmt::format("{:.6f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace pagekin::report
