// Numbers the templates of sites that were learned one by one, as one run over all pages numbers
// them.
//
// Templates and variants get 1, 2, ... by falling number of pages, ties by the first page; see
// numbers_by_size(). The pages that stand for a template are those of representatives.h, found from
// the best pages of each site. Cost: time O(n log n), memory O(n), in variants and best pages.
#pragma once

#include <span>

#include "pagekin/distribute.h"

namespace pagekin::clustering {

SiteNumbers number_joined_sites(std::span<const SiteVariant> variants,
                                std::span<const SiteBest> best, bool has_variants);

}  // namespace pagekin::clustering
