// Recognises addresses that only an endless site has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "pagekin/url/url.h"

namespace pagekin::crawl {

struct TrapLimits {
  std::size_t bytes = 2083;           // of the whole address without its fragment
  std::size_t segments = 20;          // of the path
  std::size_t repeats = 2;            // of the same segments one after the other
  std::size_t parameters = 32;        // of the query
  std::size_t parameter_repeats = 2;  // of the same parameter with the same value
};

enum class Trap : std::uint8_t {
  kNone,
  kTooLong,
  kTooManySegments,
  kRepeatedSegments,
  kTooManyParameters,
  kRepeatedParameter,
};

// "none", "address too long", "too many path segments" ...; for messages and counts.
std::string_view name_of(Trap trap);

// The first limit, in the order above, that the address exceeds.
Trap trap_in(const url::Url& url, const TrapLimits& limits = {});

}  // namespace pagekin::crawl
