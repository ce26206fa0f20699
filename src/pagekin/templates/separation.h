// How far two groups of pages are from being one template.
//
// Templates differ by substitution: each has something that all of its pages have and none
// of the other's. An optional part (comments, a pager, a warning) is in some pages and
// absent in the rest, so it speaks on one side only, and pages with one and without the
// other of two optional parts soon meet pages with both. So evidence is the weight of the
// blocks that (nearly) all pages of the one group have and (nearly) none of the other, on
// the side where it is less, against the weight of what both have in common. Small groups
// count for less. A little is added for differences of any kind, so that of two groups
// equally free of evidence the more similar ones are joined first.
#pragma once

#include <cstddef>

#include "pagekin/templates/groups.h"

namespace pagekin::templates {

// Below this two groups are one template.
constexpr float kOneTemplate = 0.03F;

// In [0, 1 and a little]; symmetric. Cost: time O(blocks).
double separation(const Groups& groups, std::size_t a, std::size_t b);

// The same, down to a quarter of it where the contexts of both agree in words that are
// believed, up to eight times of it where they differ in these.
double separation_in_context(const Groups& groups, std::size_t a, std::size_t b);

}  // namespace pagekin::templates
