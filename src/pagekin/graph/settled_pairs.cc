#include "pagekin/graph/settled_pairs.h"

#include <utility>

#include <fmt/format.h>

#include "pagekin/core/error.h"

namespace pagekin::graph {

SettledPairs::SettledPairs(std::span<const VerdictStage> names) {
  for (const VerdictStage& stage : names) {
    stages.push_back({.name = stage.name, .compares = stage.compares});
  }
}

void SettledPairs::add(const SettledPairs& job, const JoinOptions& options, Progress* progress) {
  for (std::size_t stage = 0; stage < stages.size(); ++stage) {
    stages[stage].rejected += job.stages[stage].rejected;
    stages[stage].accepted += job.stages[stage].accepted;
  }
  if (edges.size() + job.edges.size() > options.most_edges) {
    throw Error(fmt::format(
        "expected at most {} pairs of different pages with a similarity of at least {}, found "
        "more; ask for a larger similarity or give fewer pages",
        options.most_edges, options.at_least));
  }
  edges.insert(edges.end(), job.edges.begin(), job.edges.end());
  pairs += job.pairs;
  if (progress == nullptr) return;
  progress->done += job.pairs;
  progress->items += job.pairs;
}

SimilarPairs similar_pairs(PageClasses classes, SettledPairs settled) {
  const std::uint64_t equal_pairs = classes.equal_pairs();
  return {.graph = NeighbourGraph(classes.sizes.size(), settled.edges),
          .class_of = std::move(classes.class_of),
          .class_sizes = std::move(classes.sizes),
          .equal_pairs = equal_pairs,
          .stages = std::move(settled.stages)};
}

}  // namespace pagekin::graph
