#include "pagekin/templates/learn_templates.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "pagekin/cluster/linkage.h"
#include "pagekin/core/dendrogram.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/parallel.h"
#include "pagekin/core/similarity_matrix.h"
#include "pagekin/templates/apart_by_texts.h"
#include "pagekin/templates/block_facts.h"
#include "pagekin/templates/consensus.h"
#include "pagekin/templates/context_vote.h"
#include "pagekin/templates/declared_apart.h"
#include "pagekin/templates/groups.h"
#include "pagekin/templates/place_shapes.h"
#include "pagekin/templates/questions.h"
#include "pagekin/templates/rounded.h"
#include "pagekin/templates/shape_similarity.h"
#include "pagekin/templates/shortest_description.h"
#include "pagekin/templates/voter_groups.h"
#include "pagekin/templates/voters.h"

namespace pagekin::templates {
namespace {

constexpr std::size_t kMostShapes = 1000;  // shapes that are compared with each other
constexpr std::size_t kFirstGroups = 120;

constexpr float kUndisputed = 0.5F;  // times the limit of the voter in the middle

constexpr std::size_t kVoters = 64;
constexpr float kLeastShares[] = {0.05F, 0.01F};  // of the two shortest descriptions
constexpr float kContextShare = 0.25F;  // the vote of the context, as a share of all others

bool is_seeded(const SeedShapes& hinted, std::size_t shape) {
  return !hinted.seed_of.empty() && hinted.seed_of[shape] != kNoSeed;
}

// Returns all shapes or, if they are too many, a sample, ascending. The sample is drawn by
// the marks; shapes of many pages are more likely to be drawn. Shapes with a seed come first.
std::vector<std::uint32_t> choose(const BlockShapes& shapes, const SeedShapes& hinted) {
  std::vector<std::uint32_t> chosen(shapes.size());
  std::iota(chosen.begin(), chosen.end(), 0);
  if (chosen.size() <= kMostShapes) return chosen;
  std::vector<double> rank(shapes.size());
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    std::uint64_t hash = 0;
    for (const BlockId block : shapes[i]) hash = mix(hash ^ shapes.blocks[block].marks.front());
    rank[i] = is_seeded(hinted, i) ? -1 : static_cast<double>(hash >> 11) / shapes.pages[i];
  }
  std::nth_element(chosen.begin(), chosen.begin() + kMostShapes, chosen.end(),
                   [&](std::uint32_t a, std::uint32_t b) {
                     return std::pair(rank[a], a) < std::pair(rank[b], b);
                   });
  chosen.resize(kMostShapes);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

// The groups of the most similar shapes; kNoGroup for shapes that were not chosen.
struct FirstGroups {
  std::vector<std::uint32_t> of_shape;
  std::size_t count = 0;
};
FirstGroups cut(const Dendrogram& tree, std::size_t count, std::span<const std::uint32_t> chosen,
                std::size_t shapes) {
  const Clustering clusters = tree.cut_into(std::max<std::size_t>(1, count));
  FirstGroups groups{.of_shape = std::vector<std::uint32_t>(shapes, kNoGroup),
                     .count = static_cast<std::size_t>(clusters.cluster_count)};
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    groups.of_shape[chosen[i]] = static_cast<std::uint32_t>(clusters.labels[i]);
  }
  return groups;
}

// Numbers the labels from 0 in the order of their first occurrence.
void renumber(std::vector<std::uint32_t>& labels) {
  std::vector<std::uint32_t> number(
      labels.empty() ? 0 : *std::max_element(labels.begin(), labels.end()) + 1, kNoGroup);
  std::uint32_t next = 0;
  for (std::uint32_t& label : labels) {
    if (number[label] == kNoGroup) number[label] = next++;
    label = number[label];
  }
}

// Numbers the groups anew, from 0 in the order of the shapes. `went`: by group, where it went.
void move_groups(std::span<const std::uint32_t> went, FirstGroups& groups) {
  std::vector<std::uint32_t> number(went.size(), kNoGroup);
  std::uint32_t count = 0;
  for (std::uint32_t& group : groups.of_shape) {
    if (group == kNoGroup) continue;
    std::uint32_t& own = number[went[group]];
    if (own == kNoGroup) own = count++;
    group = own;
  }
  groups.count = count;
}

// Returns by group the seeds of its shapes, ascending.
std::vector<std::vector<std::uint32_t>> seeds_by_group(const SeedShapes& hinted,
                                                       const FirstGroups& groups) {
  std::vector<std::vector<std::uint32_t>> seeds(groups.count);
  for (std::size_t shape = 0; shape < groups.of_shape.size(); ++shape) {
    if (groups.of_shape[shape] == kNoGroup || !is_seeded(hinted, shape)) continue;
    seeds[groups.of_shape[shape]].push_back(hinted.seed_of[shape]);
  }
  for (std::vector<std::uint32_t>& own : seeds) {
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
  }
  return seeds;
}

bool are_apart(const Seeds& seeds, std::span<const std::uint32_t> a,
               std::span<const std::uint32_t> b) {
  return std::ranges::any_of(a, [&](std::uint32_t seed) {
    return std::ranges::any_of(b,
                               [&](std::uint32_t other) { return seeds.are_apart(seed, other); });
  });
}

// Divides groups that have seeds apart: a shape goes to the seed of the seeded shape that is most
// similar to it, the first of equals.
void divide_by_seeds(const SimilarityMatrix& similarities, std::span<const std::uint32_t> chosen,
                     const SeedShapes& hinted, FirstGroups& groups) {
  const std::vector<std::vector<std::uint32_t>> seeds = seeds_by_group(hinted, groups);
  std::vector<std::vector<std::size_t>> seeded(groups.count);  // by group, indexes of chosen shapes
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (is_seeded(hinted, chosen[i])) seeded[groups.of_shape[chosen[i]]].push_back(i);
  }
  const FirstGroups before = groups;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> parts;  // by group and seed
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const std::uint32_t group = before.of_shape[chosen[i]];
    if (!are_apart(*hinted.seeds, seeds[group], seeds[group])) continue;
    std::size_t nearest = i;
    if (!is_seeded(hinted, chosen[i])) {
      nearest = *std::ranges::max_element(
          seeded[group], {}, [&](std::size_t other) { return similarities(i, other); });
    }
    const auto [part, is_new] = parts.try_emplace({group, hinted.seed_of[chosen[nearest]]},
                                                  static_cast<std::uint32_t>(groups.count));
    if (is_new) ++groups.count;
    groups.of_shape[chosen[i]] = part->second;
  }
  std::vector<std::uint32_t> stay(groups.count);
  std::iota(stay.begin(), stay.end(), 0);
  move_groups(stay, groups);
}

// Joins templates that have a seed in common. `seeds`: by group. `template_of`: by group, numbered
// from 0 in the order of the groups, as it is afterwards.
void join_by_seeds(const SeedShapes& hinted, std::span<const std::vector<std::uint32_t>> seeds,
                   std::vector<std::uint32_t>& template_of) {
  std::vector<std::vector<std::uint32_t>> of_template(template_of.size());
  for (std::size_t group = 0; group < seeds.size(); ++group) {
    std::vector<std::uint32_t>& all = of_template[template_of[group]];
    all.insert(all.end(), seeds[group].begin(), seeds[group].end());
  }
  std::map<std::uint32_t, std::size_t> first_group;  // by seed
  for (std::size_t group = 0; group < seeds.size(); ++group) {
    for (const std::uint32_t seed : seeds[group]) {
      const std::size_t first = first_group.try_emplace(seed, group).first->second;
      const std::uint32_t kept = template_of[first];
      const std::uint32_t joined = template_of[group];
      if (kept == joined || are_apart(*hinted.seeds, of_template[kept], of_template[joined])) {
        continue;
      }
      of_template[kept].insert(of_template[kept].end(), of_template[joined].begin(),
                               of_template[joined].end());
      std::ranges::replace(template_of, joined, kept);
    }
  }
  renumber(template_of);
}

// Joins groups that hardly any voter separates, so that 64 voters need not.
void join_undisputed(const BlockShapes& shapes, const BlockFacts& facts, const SeedShapes& hinted,
                     FirstGroups& groups) {
  VoterSetting setting = middle_setting();
  setting.limit *= kUndisputed;
  std::vector<std::uint32_t> went =
      vote(VoterGroups(shapes, facts, groups.of_shape, groups.count), facts, setting);
  if (hinted.seeds != nullptr) {
    // Groups stay as they are if they would be joined with seeds that are apart.
    const std::vector<std::vector<std::uint32_t>> seeds = seeds_by_group(hinted, groups);
    std::vector<std::vector<std::uint32_t>> joined(groups.count);
    for (std::size_t group = 0; group < groups.count; ++group) {
      std::vector<std::uint32_t>& all = joined[went[group]];
      all.insert(all.end(), seeds[group].begin(), seeds[group].end());
    }
    const std::vector<std::uint32_t> before = went;
    for (std::uint32_t group = 0; group < groups.count; ++group) {
      const std::vector<std::uint32_t>& all = joined[before[group]];
      if (are_apart(*hinted.seeds, all, all)) went[group] = group;
    }
  }
  move_groups(went, groups);
}

std::vector<Vote> votes_on(const VoterGroups& groups, const BlockFacts& facts,
                           const Committee& committee, unsigned threads) {
  const float weight = static_cast<float>(kVoters) * committee.description_weight;
  std::vector<Vote> votes(kVoters + std::size(kLeastShares));
  for_parts(threads, votes.size(), 1, [&](std::size_t i, std::size_t) {
    if (i < kVoters) {
      votes[i] = {vote(groups, facts, voter_setting(committee.first_voter + i))};
    } else {
      votes[i] = {shortest_description(groups, kLeastShares[i - kVoters]), weight};
    }
  });
  return votes;
}

// Returns for each question the shape of its variant that most pages have, the first of equals.
std::vector<AskedShape> asked_shapes(std::span<const Question> questions, const BlockShapes& shapes,
                                     std::span<const std::uint32_t> variant_of,
                                     std::size_t variants) {
  std::vector<std::uint32_t> most(variants, kNoGroup);  // by variant, a shape
  for (std::uint32_t shape = 0; shape < shapes.size(); ++shape) {
    if (variant_of[shape] == kNoGroup) continue;
    std::uint32_t& best = most[variant_of[shape]];
    if (best == kNoGroup || shapes.pages[shape] > shapes.pages[best]) best = shape;
  }
  std::vector<AskedShape> asked;
  asked.reserve(questions.size());
  for (const Question& question : questions) {
    asked.push_back({most[question.variant], question.doubt});
  }
  return asked;
}

// Returns by variant the share of the votes that join its groups with the groups of its template,
// weighted by pages.
std::vector<float> support_of(const SimilarityMatrix& shares, std::span<const std::uint32_t> pages,
                              const Agreement& agreement) {
  const std::size_t groups = pages.size();
  std::vector<double> joined(*std::ranges::max_element(agreement.variant_of) + std::size_t{1});
  std::vector<double> pairs(joined.size());
  for (std::size_t a = 0; a < groups; ++a) {
    for (std::size_t b = 0; b < groups; ++b) {
      if (agreement.template_of[a] != agreement.template_of[b]) continue;
      const double weight = static_cast<double>(pages[a]) * pages[b];
      const double share = a == b ? 1 : double{shares(std::max(a, b), std::min(a, b))};
      joined[agreement.variant_of[a]] += weight * share;
      pairs[agreement.variant_of[a]] += weight;
    }
  }
  std::vector<float> support;
  for (std::size_t i = 0; i < joined.size(); ++i) {
    support.push_back(rounded(static_cast<float>(joined[i] / pairs[i])));
  }
  return support;
}

// Assigns the shapes that were not chosen: to their most likely template, and to its most likely
// variant. `template_of`: by variant.
void place_others(const BlockShapes& shapes, std::span<const std::uint32_t> template_of,
                  std::vector<std::uint32_t>& variant_of) {
  std::vector<std::uint32_t> templates = variant_of;
  for (std::uint32_t& label : templates) {
    if (label != kNoGroup) label = template_of[label];
  }
  const std::size_t count = *std::ranges::max_element(template_of) + std::size_t{1};
  const Likelihoods by_template(Groups(shapes, templates, count));
  const Likelihoods by_variant(Groups(shapes, variant_of, template_of.size()));
  std::vector<std::vector<std::uint32_t>> variants(count);  // by template
  for (std::uint32_t i = 0; i < template_of.size(); ++i) variants[template_of[i]].push_back(i);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (variant_of[i] != kNoGroup) continue;
    variant_of[i] = by_variant.best_of(variants[by_template.best(shapes[i])], shapes[i]);
  }
}

}  // namespace

LearnedTemplates learn_templates(const BlockShapes& shapes, const ContextWords& context,
                                 const SeedShapes& hinted, const Committee& committee,
                                 unsigned threads) {
  if (shapes.size() == 0) return {};
  const std::vector<std::uint32_t> chosen = choose(shapes, hinted);
  std::vector<std::uint32_t> pages(chosen.size());
  for (std::size_t i = 0; i < chosen.size(); ++i) pages[i] = shapes.pages[chosen[i]];
  SimilarityMatrix similarities = shape_similarities(shapes, chosen, threads);
  std::optional<SimilarityMatrix> kept;  // to divide groups by seeds
  if (hinted.seeds != nullptr) kept = similarities;
  const Dendrogram tree = cluster::nearest_neighbour_chain(std::move(similarities),
                                                           cluster::Linkage::kAverage, {}, pages);
  FirstGroups first = cut(tree, kFirstGroups, chosen, shapes.size());
  if (hinted.seeds != nullptr) divide_by_seeds(*kept, chosen, hinted, first);
  const BlockFacts facts = block_facts(shapes, chosen);
  join_undisputed(shapes, facts, hinted, first);
  const VoterGroups groups(shapes, facts, first.of_shape, first.count);
  std::vector<std::uint32_t> group_pages(first.count);
  for (std::size_t i = 0; i < first.count; ++i) {
    group_pages[i] = static_cast<std::uint32_t>(groups.pages(i));
  }
  const std::vector<std::vector<std::uint32_t>> seeds = seeds_by_group(hinted, first);
  GroupsApart groups_apart;
  if (hinted.seeds != nullptr) {
    groups_apart = [&](std::uint32_t a, std::uint32_t b) {
      return are_apart(*hinted.seeds, seeds[a], seeds[b]);
    };
  }
  SimilarityMatrix shares = vote_shares(votes_on(groups, facts, committee, threads), first.count);
  heed_declarations(declared_apart(shapes, groups), shares);
  Agreement agreement = agree(shares, group_pages, groups_apart, committee.agreed);
  if (auto by_context = context_vote(context, shapes, first.of_shape, agreement.template_of)) {
    add_vote(*by_context, kContextShare, shares);
    agreement = agree(shares, group_pages, groups_apart, committee.agreed);
  }
  if (join_apart_by_texts(shapes, groups, agreement.template_of, shares)) {
    agreement = agree(shares, group_pages, groups_apart, committee.agreed);
  }
  if (hinted.seeds != nullptr) join_by_seeds(hinted, seeds, agreement.template_of);
  std::vector<bool> is_known(first.count);
  for (std::size_t i = 0; i < first.count; ++i) is_known[i] = !seeds[i].empty();

  LearnedTemplates learned;
  learned.variant_of = first.of_shape;
  for (std::uint32_t& variant : learned.variant_of) {
    if (variant != kNoGroup) variant = agreement.variant_of[variant];
  }
  std::vector<std::uint32_t> template_of(*std::ranges::max_element(agreement.variant_of) + 1);
  for (std::size_t i = 0; i < first.count; ++i) {
    template_of[agreement.variant_of[i]] = agreement.template_of[i];
  }
  learned.asked = asked_shapes(questions(shares, group_pages, agreement, is_known), shapes,
                               learned.variant_of, template_of.size());
  if (chosen.size() < shapes.size()) {
    place_others(shapes, template_of, learned.variant_of);
  }
  const std::vector<float> support = support_of(shares, group_pages, agreement);
  std::vector<float> support_by_shape;
  for (const std::uint32_t variant : learned.variant_of)
    support_by_shape.push_back(support[variant]);
  learned.template_of = learned.variant_of;
  for (std::uint32_t& label : learned.template_of) label = template_of[label];
  renumber(learned.template_of);
  renumber(learned.variant_of);
  learned.support.resize(support.size());
  for (std::size_t shape = 0; shape < shapes.size(); ++shape) {
    learned.support[learned.variant_of[shape]] = support_by_shape[shape];
  }
  return learned;
}

}  // namespace pagekin::templates
