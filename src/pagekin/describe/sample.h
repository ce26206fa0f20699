// The sample of pages that describes each cluster.
//
// It has up to 64 pages of a cluster, those whose ids have the smallest hashes, so that neither
// the order of pages nor the number of threads matters. Small clusters are sampled whole.
//
// Memory: at most 16,384 pages of at most 8,192 marks, 8 bytes each; some hundred marks are usual.
// A page with more marks loses those of texts first, then those with the largest hashes.
// Limits: the 1,000 largest clusters; with more than 256 clusters fewer pages of each, at least 16.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/describe/clustered_pages.h"

namespace pagekin::describe {

constexpr std::size_t kMostDescribed = 1000;  // clusters

struct SampledPage {
  PageId page = 0;
  std::uint32_t cluster = 0;  // its number - 1
  std::vector<std::uint64_t> marks;
  std::vector<std::uint64_t> address;  // see features/url_shape.h
};

// Returns the sample, ascending by page, still without marks. It has no pages of earlier runs.
std::vector<SampledPage> draw_sample(const ClusteredPages& pages);

// Reduces the marks of a page to the limit.
void limit_marks(std::vector<std::uint64_t>& marks);

// The numbers of sampled pages.
std::vector<PageId> pages_of(const std::vector<SampledPage>& sample);

}  // namespace pagekin::describe
