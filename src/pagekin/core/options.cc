#include "pagekin/options.h"

#include <cmath>
#include <string>

#include <fmt/format.h>

#include "pagekin/core/error.h"

namespace pagekin {

void check_number(const OptionText& text, double value) {
  if (std::isfinite(value) && !(text.has_range() && (value < text.min || value > text.max))) return;
  const std::string range =
      text.has_range() ? fmt::format(" from {} to {}", text.min, text.max) : std::string();
  throw OptionError(
      fmt::format("{} takes a number{}, got {}", option_named(text.name), range, value),
      std::string(text.name));
}

}  // namespace pagekin
