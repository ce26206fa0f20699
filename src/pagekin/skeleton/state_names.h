// Class names that name the state of an element and not what it is: "first", "odd", "active",
// "instock".
//
// A place has the stable names of its elements, so a state would make two places of one: products
// in stock, and others. Two kinds of elements below the same place, with the same tag and different
// names, are one kind in two states if what they hold is alike, and
//   - they are akin: they share a name, or hold parts of the same name, or one parent has several
//     of each, and
//   - no page has both, or one of them is there several times a page, and either one parent never
//     has both or one parent has several of one kind.
// Elements that stand beside each other once in each parent have different parts to play: the
// name of the home team and that of the guests.
//
// A name is a state if most elements that have it are of a kind that differs so from another kind
// in this name.
//
// Cost: time linear in the elements, and quadratic in the kinds of one place, of which kMostKinds
// are looked at; memory O(kinds).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "pagekin/skeleton/learned_pages.h"

namespace pagekin::skeleton {

// The places of the pages must be known. Ascending.
std::vector<std::uint64_t> find_state_names(std::span<const LearnedPage> pages,
                                            const std::function<bool(std::uint64_t)>& is_stable);

}  // namespace pagekin::skeleton
