#include "pagekin/templates/shortest_description.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "pagekin/cluster/linkage.h"
#include "pagekin/core/dendrogram.h"
#include "pagekin/core/similarity_matrix.h"
#include "pagekin/core/stop.h"
#include "pagekin/templates/n_log_n.h"
#include "pagekin/templates/row_sums.h"

namespace pagekin::templates {
namespace {

constexpr double kDescription = 6;     // times log2(pages + 1): bits to describe a block of a group
constexpr float kForgivenLack = 0.1F;  // share that counts of what the poorer of two groups lacks

// The similarities of groups, as those of shapes are (see shape_similarity.h).
SimilarityMatrix similarities(const VoterGroups& groups, float least_share) {
  const std::size_t size = groups.row_size();
  std::vector<float> weights = groups.weights();
  for (std::size_t i = 0; i < size; ++i) {
    float pages = 0;
    for (std::size_t group = 0; group < groups.size(); ++group) pages += groups.counts(group)[i];
    if (pages < least_share * groups.all_pages()) weights[i] = 0;
  }
  std::vector<float> weighted(groups.size() * size);
  std::vector<float> totals(groups.size());
  for (std::size_t group = 0; group < groups.size(); ++group) {
    const float* const share = groups.evidence(group).share;
    for (std::size_t i = 0; i < size; ++i) {
      weighted[group * size + i] = weights[i] * share[i];
      totals[group] += weighted[group * size + i];
    }
  }
  SimilarityMatrix similarities(groups.size());
  for (std::size_t a = 0; a < groups.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const float common = product_sum(weighted.data() + a * size, groups.evidence(b).share, size);
      const float less = std::max(0.0F, std::min(totals[a], totals[b]) - common);
      const float more = std::max(0.0F, std::max(totals[a], totals[b]) - common);
      similarities.row(a)[b] = common / (common + less + kForgivenLack * more + 1e-6F);
    }
  }
  return similarities;
}

// The bits that describe a group of `pages` pages, `counts` of which have each block.
double bits(std::span<const float> counts, double pages, const VoterGroups& groups) {
  const double described = kDescription * std::log2(pages + 1);
  const double all = n_log_n(pages);
  double sum = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double n = counts[i];
    if (n > 0) sum += groups.weights()[i] * (all - n_log_n(n) - n_log_n(pages - n) + described);
  }
  return sum + pages * std::log2(groups.all_pages() / pages);
}

}  // namespace

std::vector<std::uint32_t> shortest_description(const VoterGroups& groups, float least_share) {
  std::vector<std::uint32_t> pages(groups.size());
  for (std::size_t i = 0; i < groups.size(); ++i) {
    pages[i] = static_cast<std::uint32_t>(groups.pages(i));
  }
  const Dendrogram tree = cluster::nearest_neighbour_chain(similarities(groups, least_share),
                                                           cluster::Linkage::kAverage, {}, pages);

  struct Node {
    std::vector<float> counts;
    double pages = 0;
    double bits = 0;
  };
  std::vector<Node> nodes;
  double total = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const float* const row = groups.counts(i);
    Node node{.counts = {row, row + groups.row_size()}, .pages = groups.pages(i)};
    node.bits = bits(node.counts, node.pages, groups);
    total += node.bits;
    nodes.push_back(std::move(node));
  }
  double fewest = total;
  std::size_t best = 0;  // merges
  for (std::size_t i = 0; i < tree.merges().size(); ++i) {
    check_stop();
    Node& left = nodes[tree.merges()[i].left];
    Node& right = nodes[tree.merges()[i].right];
    Node both{.counts = std::move(left.counts), .pages = left.pages + right.pages};
    for (std::size_t k = 0; k < both.counts.size(); ++k) both.counts[k] += right.counts[k];
    right.counts = {};
    both.bits = bits(both.counts, both.pages, groups);
    total += both.bits - left.bits - right.bits;
    nodes.push_back(std::move(both));
    if (total < fewest) {
      fewest = total;
      best = i + 1;
    }
  }
  const Clustering parts = tree.cut_into(groups.size() - best);
  return {parts.labels.begin(), parts.labels.end()};
}

}  // namespace pagekin::templates
