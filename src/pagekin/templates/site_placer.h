// Assigns pages to the templates of a site that were learned before.
//
// A page is assigned to its most likely template. The core of a template is the blocks that
// nearly all of its pages have. The fit is the share of the core, by weight, that the page
// has.
//
// Then it is assigned to the most likely variant of that template.
//
// Cost: time O(blocks) for each template and page; memory 8 bytes for each template or variant
// and block.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "pagekin/templates/block_shapes.h"
#include "pagekin/templates/certainty.h"
#include "pagekin/templates/groups.h"
#include "pagekin/templates/place_shapes.h"
#include "pagekin/templates/sketched_blocks.h"

namespace pagekin::templates {

// A block is in the core if at least this share of the template's pages have it.
constexpr float kCoreShare = 0.9F;

class SitePlacer {
 public:
  SitePlacer() = default;
  // Group i is template i.
  SitePlacer(std::vector<Block> blocks, const Groups& groups);

  // Distinguishes the variants of the templates: group i is variant i, which is of template_of[i].
  void add_variants(const Groups& variants, std::span<const std::uint32_t> template_of);

  std::size_t templates() const { return cores_.size(); }

  struct Place {
    std::uint32_t template_number = 0;
    double fit = 0;  // in [0, 1]
  };

  // Returns the template of a page. There must be at least one template.
  Place place(MarkSet page) const;

  // The template of a page, and how certain that is.
  struct SurePlace {
    std::uint32_t template_number = 0;
    std::uint32_t variant = 0;  // 0 without add_variants()
    double fit = 0;
    Certainty certainty;
    std::vector<BlockId> blocks;  // blocks of the page
  };
  SurePlace place_sketch(std::string_view sketch) const;

  // Returns how certain it is that a page with these blocks belongs to this template.
  // `own_value` is its likelihood there (see Likelihoods::value()); `is_alone` says that
  // the template has no other page.
  Certainty certainty(std::uint32_t template_number, std::span<const BlockId> blocks,
                      double own_value, bool is_alone) const;

  // Returns the likelihood of a page with these blocks (see Likelihoods::value()).
  double value(std::uint32_t template_number, std::span<const BlockId> blocks) const {
    return likelihoods_.value(template_number, blocks);
  }

  // Returns the blocks of which the page has more than half of the marks, ascending.
  std::vector<BlockId> blocks_of(MarkSet page) const;

  // Returns the most likely variant of this template for a page with these blocks, after
  // add_variants().
  std::uint32_t variant(std::uint32_t template_number, std::span<const BlockId> blocks,
                        std::span<const BlockId> unknown = {}) const {
    return by_variant_.best_of(variants_[template_number], blocks, unknown);
  }

  // Returns the share of a template's core, by weight, that a page has. Unknown blocks do
  // not count.
  double fit(std::uint32_t template_number, std::span<const BlockId> blocks,
             std::span<const BlockId> unknown = {}) const;

  // Returns the marks of a template's core, ascending.
  std::vector<std::uint64_t> core(std::uint32_t template_number) const;

 private:
  std::vector<Block> blocks_;
  BlockFinder finder_;
  std::vector<std::vector<BlockId>> cores_;  // by template
  Likelihoods likelihoods_;
  std::vector<std::vector<std::uint32_t>> variants_;  // by template
  Likelihoods by_variant_;
};

}  // namespace pagekin::templates
