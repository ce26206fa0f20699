// Numbers as reports print them; decimal and with_commas are in core/text.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pagekin/core/text.h"
#include "pagekin/text.h"

namespace pagekin::report {

using pagekin::decimal;
using pagekin::percent;
using pagekin::plural;

// The value with 6 decimals, or `none` where there is none.
std::string decimal_or(std::optional<double> value, std::string_view none);

// Items in a second, rounded down, with commas.
std::string per_second(std::uint64_t items, double seconds);

}  // namespace pagekin::report
