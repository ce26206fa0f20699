// Joins groups, the closest pair first, until all groups are far enough apart.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "pagekin/templates/groups.h"

namespace pagekin::templates {

// Returns the distance of two groups; symmetric.
using Apart = std::function<double(const Groups&, std::size_t, std::size_t)>;

// Joins the closest pair again and again as long as its distance is below `enough`. The
// distances of a joined group are computed anew. Of equally close pairs, the one with the
// smallest numbers comes first. Returns for each group the group that it became part of, or
// itself.
// Cost: time O(groups^2) times that of `apart`; memory O(groups^2).
std::vector<std::uint32_t> join_groups(Groups& groups, const Apart& apart, double enough);

}  // namespace pagekin::templates
