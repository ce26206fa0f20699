// Joins groups, those that are least apart first, until all are far enough apart.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "pagekin/templates/groups.h"

namespace pagekin::templates {

// How far two groups are apart; symmetric.
using Apart = std::function<double(const Groups&, std::size_t, std::size_t)>;

// Joins the two groups that are least apart, measured anew after each time, as long as
// that is less than `enough`. Of equal pairs the one with the smallest numbers comes first.
// Returns for each group the one it went into, itself if none.
// Cost: time O(groups^2) times that of `apart`, memory O(groups^2).
std::vector<std::uint32_t> join_groups(Groups& groups, const Apart& apart, double enough);

}  // namespace pagekin::templates
