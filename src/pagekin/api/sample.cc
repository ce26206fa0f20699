#include "pagekin/sample.h"

#include <vector>

#include "pagekin/pipeline/stratified_sample.h"

namespace pagekin {

SampleResult sample_pages(const ClusterResult& result, const SampleOptions& options) {
  std::vector<pipeline::SampleCandidate> candidates(result.pages.size());
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
  const pipeline::PageSample drawn = pipeline::stratified_sample(candidates, options);
  SampleResult sample{.pages = {},
                      .templates = drawn.templates,
                      .covered_templates = drawn.covered_templates,
                      .covered_pages = drawn.covered_pages};
  for (const pipeline::DrawnPage& drawn_page : drawn.pages) {
    sample.pages.push_back({.page = drawn_page.page, .drawn = drawn_page.drawn});
  }
  return sample;
}

}  // namespace pagekin
