#include "pagekin/describe/compared_clusters.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace pagekin::describe {
namespace {

using templates::BlockId;
using templates::MarkSet;

constexpr std::size_t kLines = 6;
constexpr std::size_t kAddressLines = 1;

// The marks that count, ascending. group_of: by page. Text of a group of one page does not count,
// because it may be content.
std::vector<std::uint64_t> counted_marks(std::span<const MarkSet> pages,
                                         std::span<const std::uint32_t> group_of,
                                         std::size_t groups) {
  std::vector<std::uint64_t> counted = templates::recurring_marks(pages);
  std::vector<std::vector<std::uint32_t>> pages_of(groups);
  for (std::uint32_t i = 0; i < pages.size(); ++i) pages_of[group_of[i]].push_back(i);
  for (const std::vector<std::uint32_t>& members : pages_of) {
    templates::MarkTable pages_with;
    for (const std::uint32_t page : members) {
      for (const std::uint64_t mark : pages[page]) ++pages_with[mark];
    }
    pages_with.for_each([&](std::uint64_t mark, std::uint32_t count) {
      const bool is_text = features::kind_of(mark) == features::MarkKind::kText;
      const bool recurs = count >= 2 || (members.size() == 1 && !is_text);
      if (recurs && 2 * std::size_t{count} >= members.size()) counted.push_back(mark);
    });
  }
  std::ranges::sort(counted);
  counted.erase(std::unique(counted.begin(), counted.end()), counted.end());
  return counted;
}

void append(std::vector<DistinctiveMarks>& lines, std::vector<DistinctiveMarks>&& more) {
  std::ranges::move(more, std::back_inserter(lines));
}

// Fills `clusters` and returns the group of each member.
std::vector<std::uint32_t> number_groups(std::span<const SampledPage> sample,
                                         std::span<const std::uint32_t> members,
                                         std::vector<std::uint32_t>& clusters) {
  for (const std::uint32_t member : members) clusters.push_back(sample[member].cluster);
  std::ranges::sort(clusters);
  clusters.erase(std::unique(clusters.begin(), clusters.end()), clusters.end());
  std::vector<std::uint32_t> groups;
  for (const std::uint32_t member : members) {
    const auto at = std::ranges::lower_bound(clusters, sample[member].cluster);
    groups.push_back(static_cast<std::uint32_t>(at - clusters.begin()));
  }
  return groups;
}

std::vector<MarkSet> sets_of(std::span<const SampledPage> sample,
                             std::span<const std::uint32_t> members,
                             std::vector<std::uint64_t> SampledPage::*set) {
  std::vector<MarkSet> sets;
  for (const std::uint32_t member : members) sets.emplace_back(sample[member].*set);
  return sets;
}

}  // namespace

ComparedClusters::Table ComparedClusters::make_table(std::span<const MarkSet> pages,
                                                     std::span<const std::uint32_t> group_of,
                                                     std::size_t groups) {
  templates::BlockShapes shapes =
      templates::shapes_of(pages, counted_marks(pages, group_of, groups));
  // Pages of one shape may belong to several groups, so each page becomes a shape of its own.
  templates::BlockShapes by_page{.blocks = std::move(shapes.blocks)};
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const std::span<const BlockId> blocks = shapes[shapes.shape_of[i]];
    by_page.ids.insert(by_page.ids.end(), blocks.begin(), blocks.end());
    by_page.ends.push_back(static_cast<std::uint32_t>(by_page.ids.size()));
    by_page.pages.push_back(1);
    by_page.shape_of.push_back(static_cast<std::uint32_t>(i));
  }
  templates::Groups counts(by_page, group_of, groups);
  return {std::move(by_page), std::move(counts)};
}

std::vector<float> ComparedClusters::Table::share(std::uint32_t group) const {
  return {groups.share(group), groups.share(group) + shapes.blocks.size()};
}

void ComparedClusters::Table::add_up(std::span<const double> weights) {
  sums.assign(shapes.blocks.size(), 0);
  for (std::uint32_t group = 0; group < groups.size(); ++group) {
    weight += weights[group];
    const float* const row = groups.share(group);
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += weights[group] * row[i];
  }
}

std::vector<float> ComparedClusters::Table::share(std::uint32_t group,
                                                  std::span<const std::uint32_t> others,
                                                  std::span<const double> weights) const {
  std::vector<double> of_others;
  double all = 0;
  if (others.size() + 1 == groups.size()) {  // most often: all without this group
    of_others = sums;
    all = weight - weights[group];
    const float* const row = groups.share(group);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      of_others[i] = std::max(0.0, of_others[i] - weights[group] * row[i]);
    }
  } else {
    of_others.resize(shapes.blocks.size());
    for (const std::uint32_t other : others) {
      all += weights[other];
      const float* const row = groups.share(other);
      for (std::size_t i = 0; i < of_others.size(); ++i) of_others[i] += weights[other] * row[i];
    }
  }
  std::vector<float> shares(of_others.size());
  if (all <= 0) return shares;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    shares[i] = static_cast<float>(of_others[i] / all);
  }
  return shares;
}

ComparedClusters::ComparedClusters(std::span<const SampledPage> sample,
                                   std::vector<std::uint32_t> members,
                                   std::span<const double> weights)
    : members_(std::move(members)),
      groups_of_members_(number_groups(sample, members_, clusters_)),
      structure_(make_table(sets_of(sample, members_, &SampledPage::marks), groups_of_members_,
                            clusters_.size())),
      addresses_(make_table(sets_of(sample, members_, &SampledPage::address), groups_of_members_,
                            clusters_.size())),
      placer_(structure_.shapes.blocks, structure_.groups),
      without_it_(structure_.groups, 1) {
  for (const std::uint32_t cluster : clusters_) weights_.push_back(weights[cluster]);
  structure_.add_up(weights_);
  addresses_.add_up(weights_);
  list_having();
  const std::vector<templates::Block>& blocks = structure_.shapes.blocks;
  for (BlockId id = 0; id < blocks.size(); ++id) {
    for (const std::uint64_t mark : blocks[id].marks) block_of_[mark] = id + 1;
  }
}

void ComparedClusters::list_having() {
  const templates::Groups& groups = structure_.groups;
  const std::size_t count = structure_.shapes.blocks.size();
  weighted_sums_.resize(clusters_.size());
  having_begin_.assign(count + 1, 0);
  for (std::uint32_t group = 0; group < clusters_.size(); ++group) {
    const float* const row = groups.share(group);
    for (std::size_t i = 0; i < count; ++i) {
      having_begin_[i + 1] += row[i] > 0 ? 1 : 0;
      weighted_sums_[group] += double{groups.weights()[i]} * row[i];
    }
  }
  for (std::size_t i = 0; i < count; ++i) having_begin_[i + 1] += having_begin_[i];
  having_.resize(having_begin_[count]);
  std::vector<std::size_t> next(having_begin_.begin(), having_begin_.end() - 1);
  for (std::uint32_t group = 0; group < clusters_.size(); ++group) {
    const float* const row = groups.share(group);
    for (std::size_t i = 0; i < count; ++i) {
      if (row[i] > 0) having_[next[i]++] = {group, row[i]};
    }
  }
}

std::uint32_t ComparedClusters::group_of(std::uint32_t cluster) const {
  return static_cast<std::uint32_t>(std::ranges::lower_bound(clusters_, cluster) -
                                    clusters_.begin());
}

std::vector<DistinctiveMarks> ComparedClusters::held_together_by(
    std::uint32_t group, std::span<const std::uint32_t> others) const {
  std::vector<DistinctiveMarks> lines;
  for (const Table* const table : {&structure_, &addresses_}) {
    append(lines, distinctive_marks(table->shapes.blocks, table->share(group),
                                    table->share(group, others, weights_),
                                    table == &structure_ ? kLines : kAddressLines));
  }
  return lines;
}

std::vector<DistinctiveMarks> ComparedClusters::separated_by(std::uint32_t group,
                                                             std::uint32_t other) const {
  std::vector<DistinctiveMarks> lines;
  for (const Table* const table : {&structure_, &addresses_}) {
    append(lines, distinctive_marks(table->shapes.blocks, table->share(group), table->share(other),
                                    table == &structure_ ? kLines : kAddressLines));
  }
  return lines;
}

std::optional<ComparedClusters::Nearest> ComparedClusters::nearest(
    std::uint32_t group, std::span<const std::uint32_t> others) const {
  std::optional<Nearest> nearest;
  const templates::Groups& groups = structure_.groups;
  const float* const mine = groups.share(group);
  // By group: the sum of weight times the lesser share, over the blocks that both have.
  std::vector<double> common(clusters_.size());
  for (std::size_t i = 0; i < structure_.shapes.blocks.size(); ++i) {
    if (mine[i] <= 0) continue;
    const double weight = groups.weights()[i];
    for (const Having& holder : having(i)) {
      common[holder.group] += weight * std::min(mine[i], holder.share);
    }
  }
  for (const std::uint32_t other : others) {
    // The maxima are what both have together without what they have in common.
    const double all = weighted_sums_[group] + weighted_sums_[other] - common[other];
    const double similarity = all > 0 ? common[other] / all : 1;
    if (!nearest || similarity > nearest->similarity) nearest = {other, similarity};
  }
  return nearest;
}

std::uint32_t ComparedClusters::exemplar(std::uint32_t group) const {
  std::optional<std::uint32_t> best;
  double most = 0;
  for (std::uint32_t i = 0; i < members_.size(); ++i) {
    if (groups_of_members_[i] != group) continue;
    const double value = without_it_.value(group, structure_.shapes[i]);
    if (best && value <= most) continue;
    best = members_[i];
    most = value;
  }
  return best.value_or(0);
}

std::vector<BlockId> ComparedClusters::blocks_of(MarkSet page) const {
  std::vector<BlockId> found;  // once for each mark
  for (const std::uint64_t mark : page) {
    if (const std::uint32_t* const block = block_of_.find(mark)) found.push_back(*block - 1);
  }
  std::ranges::sort(found);
  std::vector<BlockId> blocks;
  for (std::size_t begin = 0, end = 0; begin < found.size(); begin = end) {
    while (end < found.size() && found[end] == found[begin]) ++end;
    if (2 * (end - begin) > structure_.shapes.blocks[found[begin]].marks.size()) {
      blocks.push_back(found[begin]);
    }
  }
  return blocks;
}

templates::Certainty ComparedClusters::certainty(std::uint32_t group,
                                                 std::span<const BlockId> blocks,
                                                 bool is_sampled) const {
  const double value = is_sampled ? without_it_.value(group, blocks) : placer_.value(group, blocks);
  const bool is_alone = structure_.groups.pages(group) < 2;
  return placer_.certainty(group, blocks, value, is_alone);
}

}  // namespace pagekin::describe
