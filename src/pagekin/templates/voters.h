// Opinions on which groups of pages are one template.
//
// No single rule is right on all sites: how much a rare block says, how much texts count,
// when a small group is believed. Each voter therefore has its own setting of these
// questions, drawn at random from wide ranges; none was chosen by how well it does. All
// voters judge by the same principle. Two templates differ by substitution: each has blocks
// that nearly all of its pages have and nearly no page of the other. Let u and v be the
// weights of these blocks on both sides, C the weight of what is common, and d the weight
// of any difference. Two groups are separated by
//
//   trust * ev / (ev + C) + any * d / (d + C)    with ev = min(u, v) + larger * max(u, v),
//
// where trust grows with the pages of the smaller group, faster on a site of fewer than 100 pages.
// A voter joins the least separated pair again and again while its separation is below the voter's
// limit.
//
// Cost: time O(g^2 b) for g groups and b blocks; memory O(g^2 + g b).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/templates/block_facts.h"
#include "pagekin/templates/voter_groups.h"

namespace pagekin::templates {

struct VoterSetting {
  // Pages of the smaller group at which the evidence counts half; fewer on a small site.
  float half = 0;
  float size = 0;         // exponent of the smaller group's share of all pages
  float any = 0;          // weight of any difference
  float forgiven = 0;     // share of the larger side of any difference that counts
  float rare_own = 0;     // exponent of a block's rarity, if one group has it
  float rare_common = 0;  // exponent of a block's rarity, if both have it
  float texts = 0;        // factor for blocks of texts only
  float larger = 0;       // share of the larger side of the evidence that counts
  float common = 0;       // weight of a common block whatever its rarity
  float crossing = 0;     // how much less a block counts that crosses others
  float top = 0;          // how much more a class or id near the root counts
  float replaced = 0;     // how much more a block counts that is replaced
  float constant = 0;     // added to what is common
  float limit = 0;        // two groups with a smaller separation are joined
};

// Returns the setting in the middle of all ranges.
VoterSetting middle_setting();

// Returns the setting of a voter; all of them can be computed, on any machine alike.
VoterSetting voter_setting(std::size_t voter);

// How far apart two groups are for a voter.
class VoterSeparation {
 public:
  VoterSeparation(const VoterGroups& groups, const BlockFacts& facts, const VoterSetting& setting);

  // Returns the separation: at least 0, slightly above 1 at most; symmetric. `groups` may have
  // been merged since. Cost: time O(blocks).
  double operator()(const VoterGroups& groups, std::size_t a, std::size_t b) const;

 private:
  VoterSetting setting_;
  // By block, padded with zeros; see EvidenceWeights.
  std::vector<float> own_;
  std::vector<float> replaced_;
  std::vector<float> common_;
  std::vector<float> any_;
};

// Returns for each group the group that it became part of, or itself.
std::vector<std::uint32_t> vote(VoterGroups groups, const BlockFacts& facts,
                                const VoterSetting& setting);

}  // namespace pagekin::templates
