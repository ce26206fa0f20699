// Puts shapes into the template under which they are likeliest.
//
// A template says of each block how many of its pages have it; blocks are taken as
// independent and count by their weight.
// Cost: time O(blocks of the shape) for each template, memory 8 bytes a template and block.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/templates/block_shapes.h"
#include "pagekin/templates/groups.h"

namespace pagekin::templates {

// The likeliest group, the first of equals, and the next one, if there is one; with the
// logarithms of the likelihoods, in bits, none above 0.
struct Ranking {
  std::uint32_t first = kNoGroup;
  std::uint32_t second = kNoGroup;
  double first_value = 0;
  double second_value = 0;
};

class Likelihoods {
 public:
  Likelihoods() = default;
  // Of the groups that have pages. Less `left_out` pages, those that are asked for: a page
  // that a group has learned from says nothing for that group.
  explicit Likelihoods(const Groups& groups, float left_out = 0);

  // The likeliest group, the first of equals, for a page that has these blocks, may have
  // those that are unknown, and has no others.
  std::uint32_t best(std::span<const BlockId> blocks, std::span<const BlockId> unknown = {}) const;

  // The same with the group that follows.
  Ranking rank(std::span<const BlockId> blocks, std::span<const BlockId> unknown = {}) const;

  // Of such a page under one group, which has pages.
  double value(std::uint32_t group, std::span<const BlockId> blocks,
               std::span<const BlockId> unknown = {}) const;

 private:
  double value_at(std::size_t row, std::span<const BlockId> blocks,
                  std::span<const BlockId> unknown) const;

  std::size_t row_size_ = 0;
  std::vector<std::uint32_t> groups_;
  std::vector<double> none_;   // by group: of a page without any block
  std::vector<float> absent_;  // by group and block: what a block that is not there adds to that
  std::vector<float> change_;  // by group and block: what it changes when the block is there
};

}  // namespace pagekin::templates
