#include "pagekin/cluster/page_order.h"

#include <algorithm>
#include <numeric>

namespace pagekin::cluster {

std::vector<std::uint32_t> pages_in_order(std::size_t pages, PageKeys keys) {
  std::vector<std::uint32_t> order(pages);
  std::iota(order.begin(), order.end(), 0U);
  if (keys.empty()) return order;
  std::ranges::stable_sort(order, {}, [&](std::uint32_t page) { return keys[page]; });
  return order;
}

std::vector<std::uint32_t> places_in(const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> places(order.size());
  for (std::uint32_t place = 0; place < order.size(); ++place) places[order[place]] = place;
  return places;
}

}  // namespace pagekin::cluster
