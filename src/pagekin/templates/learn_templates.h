// Finds out which shapes of a site come from the same template, without any parameter.
//
// 1. Average linkage over the similarities of shapes makes up to 120 small groups. Their
//    pages are so similar that no template can separate them. Groups that hardly any voter
//    separates are joined.
// 2. Voters say which groups are one template: 64 whose settings are drawn at random (see
//    voters.h), and two that look for the shortest description (see shortest_description.h).
// 3. What they agree on are the templates and their variants (see consensus.h). Groups that declare
//    to be different need more votes (see declared_apart.h).
// 4. If a place of the addresses or of the links agrees with these, it has a vote, too, and
//    the votes are counted again (see context_vote.h).
// 5. If there were too many shapes to compare, each remaining shape joins its most likely
//    variant.
//
// Hints are respected from the start (see hints.h): groups that have seeds apart are divided by
// which seed a shape is most similar to, and no step joins groups whose seeds are apart. At the
// end, templates that have a seed in common are one.
//
// Cost: time O(s^2 b) for s <= 1,000 compared shapes and b blocks, most of it on several threads,
// then O(templates) for every other shape.
#pragma once

#include <cstdint>
#include <vector>

#include "pagekin/templates/block_shapes.h"
#include "pagekin/templates/committee.h"
#include "pagekin/templates/context_words.h"
#include "pagekin/templates/hints.h"

namespace pagekin::templates {

// Shapes whose template hints speak of.
struct SeedShapes {
  std::vector<std::uint32_t> seed_of;  // by shape, or kNoSeed; empty: no shape has one
  const Seeds* seeds = nullptr;
};

// A shape that a person should be asked about, see questions.h.
struct AskedShape {
  std::uint32_t shape = 0;  // the most frequent shape of its variant
  float doubt = 0;
};

struct LearnedTemplates {
  // By shape, numbered from 0 in the order of the shapes. A template consists of whole variants.
  std::vector<std::uint32_t> template_of;
  std::vector<std::uint32_t> variant_of;
  // By variant: the share of the votes, in [0, 1], that its pages are of one template with the
  // pages of their template; 1 if the template has one variant that nobody divides.
  std::vector<float> support;
  std::vector<AskedShape> asked;  // by falling doubt
};

LearnedTemplates learn_templates(const BlockShapes& shapes, const ContextWords& context = {},
                                 const SeedShapes& hinted = {}, const Committee& committee = {},
                                 unsigned threads = 1);

}  // namespace pagekin::templates
