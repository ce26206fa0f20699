// Template ids for methods that do not follow templates themselves (see Tracking).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/core/clustering.h"

namespace pagekin::method {

// By cluster: the id of the earlier template with which it shares most pages, unless another
// cluster shares more with it; otherwise a new id, from `next_id` on by falling size. `earlier`:
// the ids of the first pages, none of which is left out.
std::vector<std::uint32_t> kept_ids(std::span<const std::uint32_t> earlier,
                                    const Clustering& clusters, std::uint32_t next_id);

}  // namespace pagekin::method
