// Points in time as numbers and text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pagekin {

// Seconds since 1970 by the system's clock.
std::int64_t now_in_seconds();

// "2024-01-31T23:59:59Z"; years from 0 to 9999.
std::string utc_time(std::int64_t seconds);

// The point in time of such a text, which may have a fraction of a second; the time of day may be
// missing, or its last parts. Nothing for any other text.
std::optional<std::int64_t> parse_utc_time(std::string_view text);

}  // namespace pagekin
