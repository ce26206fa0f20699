// Names of records that no other record has.
#pragma once

#include <cstdint>
#include <string>

namespace pagekin {

// A UUID of version 4 (RFC 9562) from two random numbers; 122 of their bits are in it:
// "123e4567-e89b-42d3-a456-426614174000".
std::string uuid_from(std::uint64_t first, std::uint64_t second);

}  // namespace pagekin
