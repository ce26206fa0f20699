// How clearly two groups of pages are separate templates.
//
// Templates differ by substitution: each has something that all of its pages have and no
// page of the other has. An optional part (comments, a pager, a warning) is in some pages
// only, so it differs on one side only; and with two optional parts there are soon pages
// that have both. The evidence is therefore the weight of the blocks that nearly all pages
// of one group have and nearly no page of the other, on the side where it is smaller,
// relative to the weight of what both have in common. Small groups count less. A small
// amount is added for any difference, so that of pairs without evidence the more similar
// one is joined first.
#pragma once

#include <cstddef>

#include "pagekin/templates/groups.h"

namespace pagekin::templates {

// Two groups with a smaller separation are one template.
constexpr float kOneTemplate = 0.03F;

// Returns the separation: at least 0, slightly above 1 at most; symmetric. Cost: time
// O(blocks).
double separation(const Groups& groups, std::size_t a, std::size_t b);

}  // namespace pagekin::templates
