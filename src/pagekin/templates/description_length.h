// How many bits it takes to write down which blocks the pages of a group have, when the
// group is described first: the second opinion on how many templates there are.
//
// A page of a group costs, for each block, the entropy of the block's presence; each block
// of a group costs what it takes to write down how many pages have it; naming the group of
// a page costs by its share of all pages. Blocks count by their weight. Two groups that
// cost less as one are one: on a small site a handful of pages cannot prove a template.
#pragma once

#include <cstddef>

#include "pagekin/templates/groups.h"

namespace pagekin::templates {

// What it costs more, in bits, to have the two groups as one; below 0 they should be.
// Cost: time O(blocks).
double cost_of_joining(const Groups& groups, std::size_t a, std::size_t b);

}  // namespace pagekin::templates
