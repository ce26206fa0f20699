// Pairs of classes that a join has settled: by one job, or by all so far.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/core/progress.h"
#include "pagekin/core/verdicts.h"
#include "pagekin/graph/page_classes.h"
#include "pagekin/graph/threshold_join.h"

namespace pagekin::graph {

struct SettledPairs {
  std::vector<StageCount> stages;
  std::vector<Edge> edges;  // the similar ones
  std::uint64_t pairs = 0;

  explicit SettledPairs(std::span<const VerdictStage> names);

  void reject(std::size_t stage, std::uint64_t count = 1) { stages[stage].rejected += count; }
  void accept(std::size_t stage, std::uint32_t a, std::uint32_t b, double similarity) {
    ++stages[stage].accepted;
    edges.push_back({a < b ? a : b, a < b ? b : a, static_cast<float>(similarity)});
  }

  // Adds what a job has decided, and counts it as progress. Throws Error if there are more
  // edges than options.most_edges.
  void add(const SettledPairs& job, const JoinOptions& options, Progress* progress);
};

SimilarPairs similar_pairs(PageClasses classes, SettledPairs settled);

}  // namespace pagekin::graph
