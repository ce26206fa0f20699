#include "pagekin/templates/consensus.h"

#include <cstddef>

#include "pagekin/cluster/linkage.h"
#include "pagekin/core/dendrogram.h"
#include "pagekin/core/similarity_matrix.h"

namespace pagekin::templates {
namespace {

constexpr double kAgreed = 1.0 / 3;  // share of the votes

}  // namespace

std::vector<std::uint32_t> consensus(std::span<const Vote> votes,
                                     std::span<const std::uint32_t> pages) {
  float all = 0;
  for (const Vote& vote : votes) all += vote.weight;
  SimilarityMatrix shares(pages.size());
  for (std::size_t a = 0; a < pages.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      float together = 0;
      for (const Vote& vote : votes) {
        if (vote.part_of[a] == vote.part_of[b]) together += vote.weight;
      }
      shares.row(a)[b] = together / all;
    }
  }
  const Clustering parts =
      cluster::nearest_neighbour_chain(std::move(shares), cluster::Linkage::kAverage, {}, pages)
          .cut_at(kAgreed);
  return {parts.labels.begin(), parts.labels.end()};
}

}  // namespace pagekin::templates
