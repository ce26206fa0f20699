// A chain goes from a cluster to its nearest one, from there to the nearest one of that,
// and ends with two clusters that are nearest to each other. These are merged, and the
// chain continues from where it was. With both linkages a merged cluster is never nearer to
// a third one than the nearer of its two parts was, so the rest of the chain stays valid.
#include <algorithm>
#include <utility>
#include <vector>

#include "pagekin/cluster/linkage.h"
#include "pagekin/core/stop.h"

namespace pagekin::cluster {
namespace {

class Chain {
 public:
  Chain(SimilarityMatrix&& similarities, Linkage linkage, PageKeys keys,
        std::span<const std::uint32_t> pages)
      : similarities_(std::move(similarities)),
        linkage_(linkage),
        order_(pages_in_order(similarities_.pages(), keys)),
        place_(places_in(order_)),
        sizes_(pages.begin(), pages.end()) {
    sizes_.resize(order_.size(), 1);
    for (std::uint32_t page = 0; page < order_.size(); ++page) active_.push_back(page);
  }

  std::vector<Link> links() {
    std::vector<Link> made;
    std::size_t begun = 0;  // clusters, in order, from which chains began
    while (active_.size() > 1) {
      check_stop();
      if (chain_.empty()) {
        while (sizes_[order_[begun]] == 0) ++begun;
        chain_.push_back(order_[begun]);
      }
      const std::uint32_t tip = chain_.back();
      const std::uint32_t before = chain_.size() > 1 ? chain_[chain_.size() - 2] : tip;
      const std::uint32_t nearest = nearest_of(tip, before);
      if (nearest != before) {
        chain_.push_back(nearest);
        continue;
      }
      made.push_back({tip, before, similarities_(tip, before)});
      chain_.resize(chain_.size() - 2);
      if (place_[tip] < place_[before]) {
        merge(tip, before);
      } else {
        merge(before, tip);
      }
    }
    return made;
  }

 private:
  // Returns the nearest cluster. Ties go to the one the chain came from, so that it ends,
  // then to the first.
  std::uint32_t nearest_of(std::uint32_t cluster, std::uint32_t before) const {
    std::uint32_t nearest = before;
    float best = before == cluster ? -1 : similarities_(cluster, before);
    for (const std::uint32_t other : active_) {
      if (other == cluster) continue;
      const float similarity = similarities_(cluster, other);
      if (similarity < best) continue;
      if (similarity == best && (nearest == before || place_[nearest] < place_[other])) continue;
      best = similarity;
      nearest = other;
    }
    return nearest;
  }

  // The merged cluster is known by the first of the two.
  void merge(std::uint32_t first, std::uint32_t second) {
    const double n1 = sizes_[first];
    const double n2 = sizes_[second];
    std::erase(active_, second);
    for (const std::uint32_t other : active_) {
      if (other == first) continue;
      const float s1 = similarities_(first, other);
      const float s2 = similarities_(second, other);
      const float merged = linkage_ == Linkage::kComplete
                               ? std::min(s1, s2)
                               : static_cast<float>((n1 * s1 + n2 * s2) / (n1 + n2));
      similarities_.row(std::max(first, other))[std::min(first, other)] = merged;
    }
    sizes_[first] += sizes_[second];
    sizes_[second] = 0;
  }

  SimilarityMatrix similarities_;
  Linkage linkage_;
  std::vector<std::uint32_t> order_;   // the pages
  std::vector<std::uint32_t> place_;   // by page: its position in that order
  std::vector<std::uint32_t> active_;  // clusters, each known by its first page in order
  std::vector<std::uint32_t> sizes_;   // by page: size of the cluster that is known by it; 0: none
  std::vector<std::uint32_t> chain_;
};

}  // namespace

Dendrogram nearest_neighbour_chain(SimilarityMatrix&& similarities, Linkage linkage, PageKeys keys,
                                   std::span<const std::uint32_t> pages) {
  const std::size_t rows = similarities.pages();
  return Dendrogram(rows, Chain(std::move(similarities), linkage, keys, pages).links());
}

}  // namespace pagekin::cluster
