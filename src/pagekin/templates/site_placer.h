// Puts pages into the templates of a site that were learned before.
//
// A page goes to the template under which it is likeliest. How well it fits there is told
// by the core of the template, the blocks that nearly all of its pages have: the share of
// these, by weight, that the page has too.
//
// Cost: time O(blocks) for each template and page; memory 8 bytes a template and block.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "pagekin/templates/block_shapes.h"
#include "pagekin/templates/certainty.h"
#include "pagekin/templates/groups.h"
#include "pagekin/templates/place_shapes.h"

namespace pagekin::templates {

// The least share of a template's pages that have a block of its core.
constexpr float kCoreShare = 0.9F;

class SitePlacer {
 public:
  SitePlacer() = default;
  // Group i is template i.
  SitePlacer(std::vector<Block> blocks, const Groups& groups);

  std::size_t templates() const { return cores_.size(); }

  struct Place {
    std::uint32_t template_number = 0;
    double fit = 0;  // in [0, 1]
  };

  // Where there are templates.
  Place place(MarkSet page) const;

  // The same, and how sure that is.
  struct SurePlace {
    std::uint32_t template_number = 0;
    double fit = 0;
    Certainty certainty;
    std::vector<BlockId> blocks;  // that the page has
  };
  SurePlace place_sketch(std::string_view sketch) const;

  // How sure it is that a page with these blocks is of this template. `own_value`: how likely
  // it is under that, see Likelihoods::value(); `is_alone`: it has no other page.
  Certainty certainty(std::uint32_t template_number, std::span<const BlockId> blocks,
                      double own_value, bool is_alone) const;

  // How likely a page with these blocks is under a template, see Likelihoods::value().
  double value(std::uint32_t template_number, std::span<const BlockId> blocks) const {
    return likelihoods_.value(template_number, blocks);
  }

  // The blocks most of whose marks the page has, ascending.
  std::vector<BlockId> blocks_of(MarkSet page) const;

  // The share of a template's core, by weight, that a page has; unknown blocks do not count.
  double fit(std::uint32_t template_number, std::span<const BlockId> blocks,
             std::span<const BlockId> unknown = {}) const;

  // Marks of a template's core, ascending.
  std::vector<std::uint64_t> core(std::uint32_t template_number) const;

 private:
  std::vector<Block> blocks_;
  std::vector<std::vector<BlockId>> cores_;  // by template
  Likelihoods likelihoods_;
};

}  // namespace pagekin::templates
