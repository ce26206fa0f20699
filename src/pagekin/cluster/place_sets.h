// Sets of pages that are intersected very often: bitsets without their empty words.
//
// Every page gets a place. Neighbours in the graph get places close to each other, so that
// a set has few words. The pages of one word have the same weight, so that the weight of a
// set is found by counting bits:
//
//  pages     a b c d e      places    0 a  1 d  2 e  ... 63 -  64 b  65 c
//  weights   1 3 3 1 1      words     0 {a d e} of weight 1, 1 {b c} of weight 3
//
// Cost: a set of n pages has at most n words, and at most one for 64 pages of the graph and
// one for each different weight; 12 bytes a word.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/core/neighbour_graph.h"

namespace pagekin::cluster {

class Places {
 public:
  // Pages of weight 0 get no place.
  Places(const NeighbourGraph& graph, std::span<const std::uint64_t> weights);

  std::uint32_t place_of(PageId page) const { return place_of_[page]; }
  PageId page_at(std::uint32_t place) const { return page_at_[place]; }

  std::size_t word_count() const { return word_weights_.size(); }
  std::uint64_t word_weight(std::size_t word) const { return word_weights_[word]; }

 private:
  std::vector<std::uint32_t> place_of_;
  std::vector<PageId> page_at_;  // undefined for places without a page
  std::vector<std::uint64_t> word_weights_;
};

struct PlaceSet {
  std::vector<std::uint32_t> words;  // ascending
  std::vector<std::uint64_t> bits;   // by position in `words`; never 0
  std::uint64_t weight = 0;          // of all its pages

  bool contains(std::uint32_t place) const {
    const auto at = std::ranges::lower_bound(words, place / 64);
    if (at == words.end() || *at != place / 64) return false;
    return (bits[static_cast<std::size_t>(at - words.begin())] >> (place % 64) & 1) != 0;
  }

  // Calls visit(place) for each, in order.
  template <class Visit>
  void for_each_place(Visit visit) const {
    for (std::size_t i = 0; i < words.size(); ++i) {
      for (std::uint64_t left = bits[i]; left != 0; left &= left - 1) {
        visit(64 * words[i] + static_cast<std::uint32_t>(std::countr_zero(left)));
      }
    }
  }

  friend bool operator==(const PlaceSet&, const PlaceSet&) = default;
};

// One set as a full bitset: it is built and then taken, or intersected with others.
class OpenSet {
 public:
  explicit OpenSet(const Places& places) : places_(&places), bits_(places.word_count()) {}

  void add(std::uint32_t place) { add(place / 64, std::uint64_t{1} << (place % 64)); }
  void add(const PlaceSet& set) {
    for (std::size_t i = 0; i < set.words.size(); ++i) add(set.words[i], set.bits[i]);
  }

  void clear() {
    for (const std::uint32_t word : used_) bits_[word] = 0;
    used_.clear();
  }

  // Returns the pages that were added, and empties the set.
  PlaceSet take();

  // Returns the weight of the pages that are in both.
  std::uint64_t common_weight(const PlaceSet& set) const;

 private:
  void add(std::uint32_t word, std::uint64_t bits) {
    if (bits_[word] == 0) used_.push_back(word);
    bits_[word] |= bits;
  }

  const Places* places_;
  std::vector<std::uint64_t> bits_;
  std::vector<std::uint32_t> used_;  // words that are not empty
};

}  // namespace pagekin::cluster
