// From marks to numbers.
#pragma once

#include <cstdint>

#include "pagekin/core/flat_map.h"

namespace pagekin::templates {

using MarkTable = FlatMap<std::uint32_t>;

}  // namespace pagekin::templates
