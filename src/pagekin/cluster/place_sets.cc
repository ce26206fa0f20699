#include "pagekin/cluster/place_sets.h"

#include <algorithm>

namespace pagekin::cluster {
namespace {

// Orders pages breadth-first from the first page of every component, so that a dense group
// of pages stays together.
std::vector<PageId> neighbours_together(const NeighbourGraph& graph) {
  std::vector<PageId> order;
  std::vector<bool> seen(graph.pages());
  order.reserve(graph.pages());
  const auto reach = [&](PageId page) {
    if (seen[page]) return;
    seen[page] = true;
    order.push_back(page);
  };
  std::size_t next = 0;
  for (PageId start = 0; start < graph.pages(); ++start) {
    reach(start);
    for (; next < order.size(); ++next) {
      for (const Neighbour& neighbour : graph[order[next]]) reach(neighbour.page);
    }
  }
  return order;
}

// Written without the popcnt instruction, which not all processors have.
std::uint64_t bit_count(std::uint64_t x) {
  x -= x >> 1 & 0x5555555555555555;
  x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
  x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f;
  return x * 0x0101010101010101 >> 56;
}

}  // namespace

Places::Places(const NeighbourGraph& graph, std::span<const std::uint64_t> weights)
    : place_of_(graph.pages()) {
  std::vector<PageId> order = neighbours_together(graph);
  std::erase_if(order, [&](PageId page) { return weights[page] == 0; });
  std::ranges::stable_sort(order, {}, [&](PageId page) { return weights[page]; });
  for (const PageId page : order) {
    const bool is_full = page_at_.size() == 64 * word_weights_.size();
    if (is_full || word_weights_.back() != weights[page]) {
      page_at_.resize(64 * word_weights_.size());
      word_weights_.push_back(weights[page]);
    }
    place_of_[page] = static_cast<std::uint32_t>(page_at_.size());
    page_at_.push_back(page);
  }
}

PlaceSet OpenSet::take() {
  PlaceSet set;
  std::ranges::sort(used_);
  set.words.assign(used_.begin(), used_.end());
  set.bits.reserve(used_.size());
  for (const std::uint32_t word : used_) {
    set.bits.push_back(bits_[word]);
    set.weight += places_->word_weight(word) * bit_count(bits_[word]);
  }
  clear();
  return set;
}

std::uint64_t OpenSet::common_weight(const PlaceSet& set) const {
  std::uint64_t weight = 0;
  for (std::size_t i = 0; i < set.words.size(); ++i) {
    const std::uint32_t word = set.words[i];
    weight += places_->word_weight(word) * bit_count(bits_[word] & set.bits[i]);
  }
  return weight;
}

}  // namespace pagekin::cluster
