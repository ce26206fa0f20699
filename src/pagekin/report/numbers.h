// Numbers as reports print them; decimal and with_commas are in core/text.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pagekin/core/text.h"

namespace pagekin::report {

using pagekin::decimal;

// The value with 6 decimals, or `none` where there is none.
std::string decimal_or(std::optional<double> value, std::string_view none);

// "1.5" for 3 of 200.
std::string percent(std::uint64_t part, std::uint64_t whole);

// Items in a second, rounded down, with commas.
std::string per_second(std::uint64_t items, double seconds);

// "1 page", "1,200 pages".
std::string plural(std::uint64_t count, std::string_view one, std::string_view many);

}  // namespace pagekin::report
