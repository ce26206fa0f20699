// The number of bits needed to describe which blocks the pages of a group have, if the
// group itself is described first. It is a second criterion for the number of templates.
//
// A page of a group costs, for each block, the entropy of the block's presence. Each block
// of a group costs the bits that state how many pages have it. Naming the group of a page
// costs according to the group's share of all pages. Blocks count by their weight. Two
// groups that cost less as one group become one: a few pages of a small site do not prove a
// template.
#pragma once

#include <cstddef>

#include "pagekin/templates/groups.h"

namespace pagekin::templates {

// Returns by how many bits the description grows when the two groups become one. They
// should be joined if the value is negative. Cost: time O(blocks).
double cost_of_joining(const Groups& groups, std::size_t a, std::size_t b);

}  // namespace pagekin::templates
