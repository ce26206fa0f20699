#include "pagekin/templates/learn_templates.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "pagekin/cluster/linkage.h"
#include "pagekin/core/dendrogram.h"
#include "pagekin/core/hash.h"
#include "pagekin/templates/block_facts.h"
#include "pagekin/templates/consensus.h"
#include "pagekin/templates/context_vote.h"
#include "pagekin/templates/groups.h"
#include "pagekin/templates/place_shapes.h"
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
// Each vote for the shortest description counts as much as a ninth of the voters.
constexpr float kDescriptionWeight = static_cast<float>(kVoters) / 9;
constexpr float kLeastShares[] = {0.05F, 0.01F};
// The vote of the context counts as much as a quarter of all others.
constexpr float kContextWeight = (static_cast<float>(kVoters) + 2 * kDescriptionWeight) / 4;

// Returns all shapes or, if they are too many, a sample, ascending. The sample is drawn by
// the marks; shapes of many pages are more likely to be drawn.
std::vector<std::uint32_t> choose(const BlockShapes& shapes) {
  std::vector<std::uint32_t> chosen(shapes.size());
  std::iota(chosen.begin(), chosen.end(), 0);
  if (chosen.size() <= kMostShapes) return chosen;
  std::vector<double> rank(shapes.size());
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    std::uint64_t hash = 0;
    for (const BlockId block : shapes[i]) hash = mix(hash ^ shapes.blocks[block].marks.front());
    rank[i] = static_cast<double>(hash >> 11) / shapes.pages[i];
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

// Joins groups that hardly any voter separates, so that 64 voters need not.
void join_undisputed(const BlockShapes& shapes, const BlockFacts& facts, FirstGroups& groups) {
  VoterSetting setting = middle_setting();
  setting.limit *= kUndisputed;
  const std::vector<std::uint32_t> went =
      vote(VoterGroups(shapes, facts, groups.of_shape, groups.count), facts, setting);
  std::vector<std::uint32_t> number(groups.count, kNoGroup);
  std::uint32_t count = 0;
  for (std::uint32_t& group : groups.of_shape) {
    if (group == kNoGroup) continue;
    std::uint32_t& own = number[went[group]];
    if (own == kNoGroup) own = count++;
    group = own;
  }
  groups.count = count;
}

std::vector<Vote> votes_on(const VoterGroups& groups, const BlockFacts& facts) {
  std::vector<Vote> votes;
  for (std::size_t voter = 0; voter < kVoters; ++voter) {
    votes.push_back({vote(groups, facts, voter_setting(voter))});
  }
  for (const float least_share : kLeastShares) {
    votes.push_back({shortest_description(groups, least_share), kDescriptionWeight});
  }
  return votes;
}

}  // namespace

std::vector<std::uint32_t> learn_templates(const BlockShapes& shapes, const ContextWords& context) {
  if (shapes.size() == 0) return {};
  const std::vector<std::uint32_t> chosen = choose(shapes);
  std::vector<std::uint32_t> pages(chosen.size());
  for (std::size_t i = 0; i < chosen.size(); ++i) pages[i] = shapes.pages[chosen[i]];
  const Dendrogram tree = cluster::nearest_neighbour_chain(shape_similarities(shapes, chosen),
                                                           cluster::Linkage::kAverage, {}, pages);
  FirstGroups first = cut(tree, kFirstGroups, chosen, shapes.size());
  const BlockFacts facts = block_facts(shapes, chosen);
  join_undisputed(shapes, facts, first);
  const VoterGroups groups(shapes, facts, first.of_shape, first.count);
  std::vector<std::uint32_t> group_pages(first.count);
  for (std::size_t i = 0; i < first.count; ++i) {
    group_pages[i] = static_cast<std::uint32_t>(groups.pages(i));
  }
  std::vector<Vote> votes = votes_on(groups, facts);
  std::vector<std::uint32_t> part_of = consensus(votes, group_pages);
  if (auto by_context = context_vote(context, shapes, first.of_shape, part_of)) {
    votes.push_back({std::move(*by_context), kContextWeight});
    part_of = consensus(votes, group_pages);
  }
  std::vector<std::uint32_t> labels = first.of_shape;
  for (std::uint32_t& label : labels) {
    if (label != kNoGroup) label = part_of[label];
  }
  if (chosen.size() < shapes.size()) {
    const std::size_t parts = *std::ranges::max_element(part_of) + std::size_t{1};
    const Likelihoods likelihoods(Groups(shapes, labels, parts));
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      if (labels[i] == kNoGroup) labels[i] = likelihoods.best(shapes[i]);
    }
  }
  renumber(labels);
  return labels;
}

}  // namespace pagekin::templates
