// Puts pages into the templates of a site that were learned before.
//
// A page goes to the template under which it is likeliest. How well it fits there is told
// by the core of the template, the blocks that nearly all of its pages have: the share of
// these, by weight, that the page has too.
//
// Cost: time O(blocks) for each template and page; memory 8 bytes a template and block.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "pagekin/templates/groups.h"
#include "pagekin/templates/place_shapes.h"
#include "pagekin/templates/shapes.h"

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
  std::uint32_t place_sketch(std::string_view sketch) const;

  // Marks of a template's core, ascending.
  std::vector<std::uint64_t> core(std::uint32_t template_number) const;

 private:
  std::vector<Block> blocks_;
  std::vector<std::vector<BlockId>> cores_;  // by template
  Likelihoods likelihoods_;
};

}  // namespace pagekin::templates
