// The number of a page. The page itself is part of the public interface: see
// include/pagekin/page.h.
#pragma once

#include <cstdint>

#include "pagekin/page.h"

namespace pagekin {

// Position of a page in the run: dense, in order of arrival.
using PageId = std::uint32_t;

}  // namespace pagekin
