// What many voters agree on (see voters.h).
//
// Average linkage over the share of votes that two groups are one, cut at 0.34: with the
// voters of learn_templates.h, a third of the votes on average suffices, because a voter that
// separates two groups is wrong more often than one that joins them.
//
// Source: evidence accumulation (Fred, Jain 2005).
// Cost: time O(v g^2) for v votes on g groups; memory O(g^2).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pagekin::templates {

struct Vote {
  std::vector<std::uint32_t> part_of;  // by group
  float weight = 1;
};

// `pages`: by group, at least 1. Returns by group the number of its part, from 0 in the order
// of the groups.
std::vector<std::uint32_t> consensus(std::span<const Vote> votes,
                                     std::span<const std::uint32_t> pages);

}  // namespace pagekin::templates
