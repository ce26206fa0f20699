// What many voters agree on (see voters.h).
//
// Average linkage over the share of votes that two groups are one. The groups that nearly all
// voters join are variants: pages that certainly are of one template. Then a third of the votes
// on average suffices for a template, because a voter that separates two groups is wrong more
// often than one that joins them. So a template consists of whole variants.
//
// Source: evidence accumulation (Fred, Jain 2005).
// Cost: time O(v g^2 + g^3) for v votes on g groups; memory O(g^2).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "pagekin/core/similarity_matrix.h"
#include "pagekin/templates/committee.h"

namespace pagekin::templates {

struct Vote {
  std::vector<std::uint32_t> part_of;  // by group
  float weight = 1;
};

// Returns the share of the votes that two of `groups` groups are one.
SimilarityMatrix vote_shares(std::span<const Vote> votes, std::size_t groups);

// Adds a vote that weighs as much as this share of all votes before it.
void add_vote(std::span<const std::uint32_t> part_of, float weight, SimilarityMatrix& shares);

// By group, numbered from 0 in the order of the groups.
struct Agreement {
  std::vector<std::uint32_t> template_of;
  std::vector<std::uint32_t> variant_of;
};

// Whether two groups must not be of one template.
using GroupsApart = std::function<bool(std::uint32_t, std::uint32_t)>;

// `pages`: by group, at least 1. No template has two groups that are apart. `agreed`: the share of
// the votes that makes a template.
Agreement agree(const SimilarityMatrix& shares, std::span<const std::uint32_t> pages,
                const GroupsApart& are_apart = nullptr, double agreed = Committee().agreed);

}  // namespace pagekin::templates
