// Clusters that are compared with each other, as the blocks of marks of their sampled pages.
//
// Counted are marks that recur (see templates/recurring_marks.h) and those that half of the
// pages of a cluster have, be it ever so small.
//
// Cost: time O(marks of the pages) and O(blocks) for each two clusters; memory 24 bytes for a
// cluster and a block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "pagekin/describe/distinctive_marks.h"
#include "pagekin/describe/sample.h"
#include "pagekin/templates/certainty.h"
#include "pagekin/templates/groups.h"
#include "pagekin/templates/mark_table.h"
#include "pagekin/templates/place_shapes.h"
#include "pagekin/templates/shapes.h"
#include "pagekin/templates/site_placer.h"

namespace pagekin::describe {

class ComparedClusters {
 public:
  // Of the pages of the sample with these numbers, by their clusters. `weights`: by cluster,
  // how many pages it has.
  ComparedClusters(std::span<const SampledPage> sample, std::vector<std::uint32_t> members,
                   std::span<const double> weights);

  // Clusters, ascending; a group is a place in there.
  const std::vector<std::uint32_t>& clusters() const { return clusters_; }
  std::uint32_t group_of(std::uint32_t cluster) const;

  // What nearly all pages of a group have and few of these others, addresses last; by how many
  // pages the others have. Nothing is rare where there are no others.
  std::vector<DistinctiveMarks> held_together_by(std::uint32_t group,
                                                 std::span<const std::uint32_t> others) const;

  // Of the others the most similar one: shares in common by shares in all, over the weights
  // of blocks; the first of equals.
  struct Nearest {
    std::uint32_t group = 0;
    double similarity = 0;
  };
  std::optional<Nearest> nearest(std::uint32_t group, std::span<const std::uint32_t> others) const;

  // What nearly all pages of one group have and few of the other, addresses last.
  std::vector<DistinctiveMarks> separated_by(std::uint32_t group, std::uint32_t other) const;

  // The number, in the sample, of the group's page that is likeliest under its other pages.
  std::uint32_t exemplar(std::uint32_t group) const;

  // Blocks of a page, any thread.
  std::vector<templates::BlockId> blocks_of(templates::MarkSet page) const;

  // Of a page of a group, the second being a group too. `is_sampled`: the group knows it.
  templates::Certainty certainty(std::uint32_t group, std::span<const templates::BlockId> blocks,
                                 bool is_sampled) const;

 private:
  struct Table {
    templates::Shapes shapes;
    templates::Groups groups;

    // By block: the share of a group's pages that have it, and of those of others.
    std::vector<float> share(std::uint32_t group) const;
    std::vector<float> share(std::span<const std::uint32_t> others,
                             std::span<const double> weights) const;
  };
  static Table make_table(std::span<const templates::MarkSet> pages,
                          std::span<const std::uint32_t> group_of, std::size_t groups);

  std::vector<std::uint32_t> members_;
  std::vector<std::uint32_t> clusters_;
  std::vector<std::uint32_t> groups_of_members_;
  std::vector<double> weights_;  // by group
  Table structure_;
  Table addresses_;
  templates::SitePlacer placer_;
  templates::Likelihoods without_it_;
  templates::MarkTable block_of_;  // by mark: its block, from 1
};

}  // namespace pagekin::describe
