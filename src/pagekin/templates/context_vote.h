// The vote of the context: addresses, or links to the pages, as far as they agree with the
// contents.
//
// Every place of an address (the first segment, the shape of the last one, the names of
// parameters) and every place of links divides the groups into parts: groups whose pages have
// the same words there. Of all places, the one that agrees best with what the contents say
// has a vote, if it agrees well. It settles what the contents leave open; it cannot overrule
// them.
//
// Cost: time O(places g^2) for g groups, and O(shapes words).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "pagekin/templates/block_shapes.h"
#include "pagekin/templates/context_words.h"

namespace pagekin::templates {

// `group_of`: by shape, its group or kNoGroup. `contents`: by group, its part by contents.
// Returns by group its part, or nothing if no place agrees.
std::optional<std::vector<std::uint32_t>> context_vote(const ContextWords& context,
                                                       const BlockShapes& shapes,
                                                       std::span<const std::uint32_t> group_of,
                                                       std::span<const std::uint32_t> contents);

// Returns the adjusted Rand index of two partitions of groups, weighted by pages.
// Source: Hubert, Arabie 1985.
double agreement_of(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b,
                    std::span<const double> pages);

}  // namespace pagekin::templates
