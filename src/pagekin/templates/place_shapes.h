// Assigns shapes to the template under which they are most likely.
//
// A template states for each block how many of its pages have it. Blocks are treated as
// independent and count by their weight.
// Cost: time O(blocks of the shape) for each template; memory 8 bytes for each template and
// block.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/templates/block_shapes.h"
#include "pagekin/templates/groups.h"

namespace pagekin::templates {

// The most likely group (the first of equals) and the next one, if any, with the logarithms
// of their likelihoods in bits, which are at most 0.
struct Ranking {
  std::uint32_t first = kNoGroup;
  std::uint32_t second = kNoGroup;
  double first_value = 0;
  double second_value = 0;
};

class Likelihoods {
 public:
  Likelihoods() = default;
  // Uses the groups that have pages. `left_out` pages are subtracted from each group, so
  // that a page is not evidence for the group that contains it.
  explicit Likelihoods(const Groups& groups, float left_out = 0);

  // Returns the most likely group (the first of equals) for a page that has these blocks,
  // may have the unknown ones, and has no others.
  std::uint32_t best(std::span<const BlockId> blocks, std::span<const BlockId> unknown = {}) const;

  // The same for some of the groups, of which there is at least one. All must have pages.
  std::uint32_t best_of(std::span<const std::uint32_t> groups, std::span<const BlockId> blocks,
                        std::span<const BlockId> unknown = {}) const;

  // Also returns the second most likely group.
  Ranking rank(std::span<const BlockId> blocks, std::span<const BlockId> unknown = {}) const;

  // Returns the log-likelihood of such a page under one group, which must have pages.
  double value(std::uint32_t group, std::span<const BlockId> blocks,
               std::span<const BlockId> unknown = {}) const;

 private:
  double value_at(std::size_t row, std::span<const BlockId> blocks,
                  std::span<const BlockId> unknown) const;

  std::size_t row_size_ = 0;
  std::vector<std::uint32_t> groups_;
  std::vector<double> none_;  // by group: log-likelihood of a page without any block
  // By group and block: the part of none_ that is due to the absent block.
  std::vector<float> absent_;
  std::vector<float> change_;  // by group and block: the change if the block is present
};

}  // namespace pagekin::templates
