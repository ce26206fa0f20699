// Pages by number. What a page is, and what may happen to it, is public: see
// include/pagekin/page.h.
#pragma once

#include <cstdint>

#include "pagekin/page.h"

namespace pagekin {

// Position of a page in the run: dense, in order of arrival.
using PageId = std::uint32_t;

}  // namespace pagekin
