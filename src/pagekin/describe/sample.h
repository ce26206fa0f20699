// The pages of each cluster that are looked at to describe it.
//
// Up to 64 pages of a cluster, those whose ids have the smallest hashes, so that neither the
// order of pages nor the number of threads matters; all pages of small clusters.
//
// Memory: at most 16,384 pages of at most 8,192 marks, 8 bytes each; of pages with more marks
// texts are left out first, then those with the largest hashes. Some hundred marks are usual.
// Limits: the 1,000 largest clusters; from 256 on fewer pages of each, at least 16.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_set>
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

// By page, ascending; marks are yet to be read. Pages of earlier runs are none of them.
std::vector<SampledPage> draw_sample(const ClusteredPages& pages);

// Leaves no more marks than are kept.
void limit_marks(std::vector<std::uint64_t>& marks);

// Tells, before a page's id is made unique, whether it may be one of these. No page of these
// is missed.
class MaybeSampled {
 public:
  MaybeSampled(const ClusteredPages& pages, const std::vector<SampledPage>& sample);
  bool operator()(std::string_view id) const;  // as it was read

 private:
  std::unordered_set<std::uint64_t> hashes_;
};

}  // namespace pagekin::describe
