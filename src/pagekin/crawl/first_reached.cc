#include "pagekin/crawl/first_reached.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <tuple>

#include "pagekin/core/stop.h"

namespace pagekin::crawl {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

std::vector<std::uint32_t> in_id_order(std::span<const WalkedPage> pages) {
  std::vector<std::uint32_t> order(pages.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::tuple(pages[a].id, a) < std::tuple(pages[b].id, b);
  });
  return order;
}

}  // namespace

std::vector<Reached> first_reached(
    std::span<const WalkedPage> pages,
    const std::function<std::vector<WalkedLink>(std::size_t)>& links) {
  std::vector<Reached> reached;
  if (pages.empty()) return reached;
  reached.reserve(pages.size());
  const std::vector<std::uint32_t> order = in_id_order(pages);

  // Pages of an address, as a list in the order of their ids.
  std::uint32_t address_count = 0;
  for (const WalkedPage& page : pages) address_count = std::max(address_count, page.address + 1);
  std::vector<std::uint32_t> first(address_count, kNone);
  std::vector<std::uint32_t> next(pages.size(), kNone);
  for (std::size_t i = order.size(); i-- > 0;) {
    next[order[i]] = first[pages[order[i]].address];
    first[pages[order[i]].address] = order[i];
  }

  std::vector<std::uint32_t> queue;  // places in `pages`, as they are reached
  queue.reserve(pages.size());
  std::vector<bool> is_reached(address_count);
  const auto reach = [&](std::uint32_t address, const Reached& how) {
    is_reached[address] = true;
    for (std::uint32_t place = first[address]; place != kNone; place = next[place]) {
      queue.push_back(place);
      reached.push_back(how);
      reached.back().page = pages[place].page;
    }
  };
  std::size_t followed = 0;
  const auto start_from = [&](std::uint32_t place) {
    if (is_reached[pages[place].address]) return;
    reach(pages[place].address, {});
    for (; followed < queue.size(); ++followed) {
      check_stop();
      const Reached from = reached[followed];
      for (const WalkedLink& link : links(queue[followed])) {
        if (is_reached[link.address]) continue;
        reach(link.address, {.parent = from.page, .xpath = link.xpath, .depth = from.depth + 1});
      }
    }
  };
  start_from(*std::min_element(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return pages[a].id.size() < pages[b].id.size();
  }));
  for (const std::uint32_t place : order) start_from(place);
  return reached;
}

}  // namespace pagekin::crawl
