#include "pagekin/cluster/canonical_order.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <numeric>

#include "pagekin/core/hash.h"
#include "pagekin/core/interrupt.h"

namespace pagekin::cluster {
namespace {

using Keys = std::vector<std::uint64_t>;  // by page

std::size_t different(Keys keys) {
  std::ranges::sort(keys);
  return static_cast<std::size_t>(std::unique(keys.begin(), keys.end()) - keys.begin());
}

Keys refined(const Keys& keys, const SimilarityMatrix& similarities) {
  Keys next(keys.size());
  for (std::size_t a = 0; a < keys.size(); ++a) {
    check_interrupt();
    next[a] += mix(keys[a]);
    for (std::size_t b = 0; b < a; ++b) {
      const std::uint64_t edge = std::uint64_t{std::bit_cast<std::uint32_t>(similarities(a, b))}
                                 << 32;
      next[a] += mix(keys[b] ^ edge);
      next[b] += mix(keys[a] ^ edge);
    }
  }
  return next;
}

}  // namespace

std::vector<std::uint32_t> canonical_order(const SimilarityMatrix& similarities) {
  constexpr int most_rounds = 10;
  Keys keys(similarities.pages());
  std::size_t apart = std::min<std::size_t>(1, keys.size());
  for (int round = 0; round < most_rounds && apart < keys.size(); ++round) {
    Keys next = refined(keys, similarities);
    const std::size_t apart_next = different(next);
    if (apart_next <= apart) break;
    keys = std::move(next);
    apart = apart_next;
  }
  std::vector<std::uint32_t> order(keys.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t page) { return keys[page]; });
  return order;
}

std::vector<std::uint32_t> places_in(const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> places(order.size());
  for (std::uint32_t place = 0; place < order.size(); ++place) places[order[place]] = place;
  return places;
}

}  // namespace pagekin::cluster
