// Chooses pages that stand for a template or one of its variants.
//
// Each variant has one: the page of the highest confidence, the first of equal ones. A template
// with fewer than three variants gets its next best pages that are not in doubt, up to three. If
// the method gives no confidence, the first pages are chosen.
// Cost: time O(pages); memory of the chosen pages and 12 bytes for each variant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/clustering/cluster_pages.h"
#include "pagekin/core/page.h"

namespace pagekin::clustering {

constexpr std::size_t kRepresentatives = 3;  // of a template with few variants, at most

// A page, and how sure its template is.
struct Candidate {
  std::uint64_t page = 0;
  float confidence = 1;
};

// The pages that stand for one template. `best`: its best pages by falling confidence, ties by
// position, at most kRepresentatives. `of_variants`: the best page of each variant, those of large
// variants first; empty: the method knows no variants.
std::vector<std::uint64_t> choose_representatives(std::span<const Candidate> best,
                                                  std::span<const std::uint64_t> of_variants);

// By cluster: its representatives; those of large variants come first, then the further pages.
std::vector<std::vector<PageId>> choose_representatives(const ClusterRun& run);

}  // namespace pagekin::clustering
