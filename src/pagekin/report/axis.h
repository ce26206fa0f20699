// The ticks of a plot's axis.
#pragma once

#include <string>
#include <vector>

namespace pagekin::report {

struct Tick {
  double at = 0;
  std::string text;
};

// Multiples of 1, 2 or 5 times a power of ten, from the last one at or below `low` to the first one
// at or above `high`: at least 2, at most `most`. No logarithms are used, so the result is the same
// on every machine. `low` and `high` are finite.
std::vector<Tick> round_ticks(double low, double high, int most);

// A number as people write it: no trailing zeros, and an exponent only for very large and very
// small numbers.
std::string short_number(double value);

}  // namespace pagekin::report
