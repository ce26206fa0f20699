// Groups of shapes as the voters see them (see voters.h): for each block the share of pages
// that have it, and how nearly all or none of them do.
//
// Of a group of n pages, c of which have a block, one page may be in the wrong group if n is
// at least 4. With that page counted in favour, "nearly all" is (c + 0.1) / (n + 0.2) and
// "nearly none" the same of the pages without it, both to the power of 12: 0.99 counts 0.89,
// and 0.9 counts 0.28.
//
// Memory: 20 bytes for each group and block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/templates/block_facts.h"
#include "pagekin/templates/block_shapes.h"
#include "pagekin/templates/row_sums.h"

namespace pagekin::templates {

class VoterGroups {
 public:
  // `group_of`: by shape, its group (below `groups`) or kNoGroup (see groups.h). The facts
  // must outlive this object.
  VoterGroups(const BlockShapes& shapes, const BlockFacts& facts,
              std::span<const std::uint32_t> group_of, std::size_t groups);

  std::size_t size() const { return pages_.size(); }
  std::size_t row_size() const { return row_size_; }  // blocks, padded to whole lanes
  float pages(std::size_t group) const { return pages_[group]; }
  float all_pages() const { return all_pages_; }

  // By block: the number of pages of the group that have it.
  const float* counts(std::size_t group) const { return counts_.data() + group * row_size_; }
  EvidenceRow evidence(std::size_t group) const {
    const std::size_t row = group * row_size_;
    return {.share = share_.data() + row,
            .nearly_all = nearly_all_.data() + row,
            .nearly_none = nearly_none_.data() + row,
            .replaced = replaced_.data() + row};
  }
  // By block, padded with zeros.
  const std::vector<float>& weights() const { return weights_; }

  // Moves the pages of `from` to `into`, and leaves `from` empty.
  void merge(std::size_t into, std::size_t from);

 private:
  void measure(std::size_t group);

  const BlockFacts* facts_;
  std::size_t row_size_;
  float all_pages_ = 0;
  std::vector<float> pages_;
  std::vector<float> weights_;
  std::vector<float> counts_;
  std::vector<float> filled_;  // by group and place: the pages that fill it
  std::vector<float> share_;
  std::vector<float> nearly_all_;
  std::vector<float> nearly_none_;
  std::vector<float> replaced_;
  std::vector<float> places_;  // by place, of one group: nearly all pages fill it
};

}  // namespace pagekin::templates
