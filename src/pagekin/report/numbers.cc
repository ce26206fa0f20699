#include "pagekin/report/numbers.h"

#include <algorithm>

#include <fmt/format.h>

#include "pagekin/core/text.h"

namespace pagekin::report {

std::string decimal_or(std::optional<double> value, std::string_view none) {
  return value ? decimal(*value) : std::string(none);
}

std::string per_second(std::uint64_t items, double seconds) {
  constexpr double least_seconds = 1e-9;
  return with_commas(
      static_cast<std::uint64_t>(static_cast<double>(items) / std::max(seconds, least_seconds)));
}

}  // namespace pagekin::report
