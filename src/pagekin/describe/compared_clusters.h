// Compares clusters with each other by the blocks of marks of their sampled pages.
//
// Marks count if they recur (see templates/recurring_marks.h) or if at least half of the pages of
// a cluster have them, however small the cluster is.
//
// Cost: time O(marks of the pages), O(blocks) for each cluster, and for each pair of clusters
// O(blocks that both have); memory 24 bytes for each pair of a cluster and a block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "pagekin/describe/distinctive_marks.h"
#include "pagekin/describe/sample.h"
#include "pagekin/templates/block_shapes.h"
#include "pagekin/templates/certainty.h"
#include "pagekin/templates/groups.h"
#include "pagekin/templates/mark_table.h"
#include "pagekin/templates/place_shapes.h"
#include "pagekin/templates/site_placer.h"

namespace pagekin::describe {

class ComparedClusters {
 public:
  // members: the numbers of pages in the sample; their clusters are compared. weights: by
  // cluster, its number of pages.
  ComparedClusters(std::span<const SampledPage> sample, std::vector<std::uint32_t> members,
                   std::span<const double> weights);

  // The clusters in ascending order. A group is a position in this list.
  const std::vector<std::uint32_t>& clusters() const { return clusters_; }
  std::uint32_t group_of(std::uint32_t cluster) const;

  // What nearly all pages of a group have and few pages of the others, weighted by their numbers
  // of pages; marks of addresses come last. Without others, all that nearly all pages have.
  std::vector<DistinctiveMarks> held_together_by(std::uint32_t group,
                                                 std::span<const std::uint32_t> others) const;

  // The most similar of the other groups: the weighted Jaccard index of the shares of blocks. The
  // first of equally similar ones.
  struct Nearest {
    std::uint32_t group = 0;
    double similarity = 0;
  };
  std::optional<Nearest> nearest(std::uint32_t group, std::span<const std::uint32_t> others) const;

  // What nearly all pages of a group have and few pages of the other; marks of addresses come
  // last.
  std::vector<DistinctiveMarks> separated_by(std::uint32_t group, std::uint32_t other) const;

  // The most typical page of a group, by its number in the sample: the page that is likeliest
  // given the other pages of the group.
  std::uint32_t exemplar(std::uint32_t group) const;

  // The blocks that a page has. May be called from any thread.
  std::vector<templates::BlockId> blocks_of(templates::MarkSet page) const;

  // How certain a page is in its group; `second` is a group too. is_sampled: the page is one of
  // the members.
  templates::Certainty certainty(std::uint32_t group, std::span<const templates::BlockId> blocks,
                                 bool is_sampled) const;

 private:
  struct Table {
    templates::BlockShapes shapes;
    templates::Groups groups;

    // By block: the share of a group's pages that have it, and the weighted share of others.
    std::vector<float> share(std::uint32_t group) const;
    std::vector<float> share(std::uint32_t group, std::span<const std::uint32_t> others,
                             std::span<const double> weights) const;
    void add_up(std::span<const double> weights);

    std::vector<double> sums{};  // by block: of the weighted shares of all groups
    double weight = 0;           // of all groups
  };
  static Table make_table(std::span<const templates::MarkSet> pages,
                          std::span<const std::uint32_t> group_of, std::size_t groups);

  std::vector<std::uint32_t> members_;
  std::vector<std::uint32_t> clusters_;
  std::vector<std::uint32_t> groups_of_members_;
  // What a group has of a block.
  struct Having {
    std::uint32_t group = 0;
    float share = 0;
  };
  std::span<const Having> having(std::size_t block) const {
    return std::span(having_).subspan(having_begin_[block],
                                      having_begin_[block + 1] - having_begin_[block]);
  }
  void list_having();

  std::vector<double> weights_;        // by group
  std::vector<double> weighted_sums_;  // by group: of the shares of its blocks
  std::vector<Having> having_;         // the groups that have a block, block after block
  std::vector<std::size_t> having_begin_;
  Table structure_;
  Table addresses_;
  templates::SitePlacer placer_;
  templates::Likelihoods without_it_;
  templates::MarkTable block_of_;  // by mark: its block, from 1
};

}  // namespace pagekin::describe
