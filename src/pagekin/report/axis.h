// Where the ticks of a plot's axis are.
#pragma once

#include <string>
#include <vector>

namespace pagekin::report {

struct Tick {
  double at = 0;
  std::string text;
};

// Multiples of 1, 2 or 5 times a power of ten from the last one at or below `low` to the
// first at or above `high`, `most` or a few less of them (2 at least). Computed without
// logarithms, so the same on every machine. `low` and `high` are finite.
std::vector<Tick> round_ticks(double low, double high, int most);

// A number as people write it: no needless digits, no exponent unless it is very large or
// very small.
std::string short_number(double value);

}  // namespace pagekin::report
