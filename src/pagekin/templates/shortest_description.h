// A voter of another kind (see voters.h): the number of templates that describes a site in
// the fewest bits.
//
// Average linkage over the similarities of groups makes a tree. It is cut where the
// description is shortest. A page costs, for each block, the entropy of the block's presence
// in its group; each block of a group costs six times the bits that state how many pages have
// it; naming the group of a page costs according to the group's share of all pages.
//
// Source: minimum description length (Rissanen 1978).
// Cost: time O(g^2 b) for g groups and b blocks.
#pragma once

#include <cstdint>
#include <vector>

#include "pagekin/templates/voter_groups.h"

namespace pagekin::templates {

// Blocks of a smaller share of the pages do not count for the similarities. Returns for each
// group the number of its part.
std::vector<std::uint32_t> shortest_description(const VoterGroups& groups, float least_share);

}  // namespace pagekin::templates
