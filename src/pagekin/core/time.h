// Points in time as numbers and text.
#pragma once

#include <cstdint>
#include <string>

namespace pagekin {

// Seconds since 1970 by the system's clock.
std::int64_t now_in_seconds();

// "2024-01-31T23:59:59Z"; years from 0 to 9999.
std::string utc_time(std::int64_t seconds);

}  // namespace pagekin
