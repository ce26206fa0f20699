#include "pagekin/sample.h"

#include <vector>

#include "pagekin/clustering/stratified_sample.h"

namespace pagekin {

SampleResult sample_pages(const ClusterResult& result, const SampleOptions& options) {
  std::vector<clustering::SampleCandidate> candidates(result.pages.size());
  for (std::size_t page = 0; page < result.pages.size(); ++page) {
    candidates[page].page = result.pages[page];
    if (result.labels[page] > 0) {
      candidates[page].group = static_cast<std::uint32_t>(result.labels[page] - 1);
    }
    if (!result.confidence.empty()) candidates[page].confidence = result.confidence[page];
  }
  for (const ClusterInfo& cluster : result.clusters) {
    for (const std::size_t page : cluster.representatives) candidates[page].representative = true;
  }
  return clustering::stratified_sample(candidates, options);
}

SampleResult sample_pages(const PageTable& table, const SampleOptions& options) {
  std::vector<clustering::SampleCandidate> candidates;
  candidates.reserve(table.rows.size());
  for (const PageTableRow& row : table.rows) {
    candidates.push_back({.page = row.page,
                          .group = row.group,
                          .confidence = row.confidence,
                          .representative = row.representative});
  }
  return clustering::stratified_sample(candidates, options);
}

}  // namespace pagekin
