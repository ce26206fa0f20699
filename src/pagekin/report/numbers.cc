#include "pagekin/report/numbers.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "pagekin/core/text.h"

namespace pagekin::report {

std::string decimal_or(std::optional<double> value, std::string_view none) {
  return value ? decimal(*value) : std::string(none);
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  const double share = whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
  return decimal(100 * share, 1);
}

std::string per_second(std::uint64_t items, double seconds) {
  constexpr double least_seconds = 1e-9;
  return with_commas(
      static_cast<std::uint64_t>(static_cast<double>(items) / std::max(seconds, least_seconds)));
}

std::string plural(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", with_commas(count), count == 1 ? one : many);
}

}  // namespace pagekin::report
