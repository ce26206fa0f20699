#include "pagekin/templates/learn_templates.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "pagekin/cluster/linkage.h"
#include "pagekin/core/dendrogram.h"
#include "pagekin/core/hash.h"
#include "pagekin/templates/description_length.h"
#include "pagekin/templates/groups.h"
#include "pagekin/templates/join_groups.h"
#include "pagekin/templates/place_shapes.h"
#include "pagekin/templates/separation.h"
#include "pagekin/templates/shape_similarity.h"

namespace pagekin::templates {
namespace {

constexpr std::size_t kMostShapes = 1000;  // shapes that are compared with each other
constexpr std::size_t kFirstGroups = 250;
constexpr std::size_t kShapesPerReferenceGroup = 4;  // on average

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

}  // namespace

std::vector<std::uint32_t> learn_templates(const BlockShapes& shapes, ContextWords context) {
  const std::vector<std::uint32_t> chosen = choose(shapes);
  std::vector<std::uint32_t> pages(chosen.size());
  for (std::size_t i = 0; i < chosen.size(); ++i) pages[i] = shapes.pages[chosen[i]];
  const Dendrogram tree = cluster::nearest_neighbour_chain(shape_similarities(shapes, chosen),
                                                           cluster::Linkage::kAverage, {}, pages);
  const std::size_t reference_count =
      std::min(kFirstGroups, chosen.size() / kShapesPerReferenceGroup);
  const FirstGroups reference = cut(tree, reference_count, chosen, shapes.size());
  select_reliable_words(context, shapes, reference.of_shape, reference.count);
  FirstGroups first = cut(tree, kFirstGroups, chosen, shapes.size());
  std::vector<std::uint32_t>& labels = first.of_shape;
  Groups groups(shapes, labels, first.count, context);
  const auto follow = [&](const std::vector<std::uint32_t>& went) {
    for (std::uint32_t& label : labels) {
      if (label != kNoGroup) label = went[label];
    }
  };
  follow(join_groups(groups, separation, kOneTemplate));
  if (context.size > 0) follow(join_groups(groups, separation_in_context, kOneTemplate));
  follow(join_groups(groups, cost_of_joining, 0));

  if (chosen.size() < shapes.size()) {
    const Likelihoods likelihoods(groups);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      if (labels[i] == kNoGroup) labels[i] = likelihoods.best(shapes[i]);
    }
  }
  renumber(labels);
  return labels;
}

}  // namespace pagekin::templates
