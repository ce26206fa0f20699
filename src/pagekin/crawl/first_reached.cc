#include "pagekin/crawl/first_reached.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <tuple>

#include "pagekin/core/breadth_first.h"

namespace pagekin::crawl {
namespace {

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
  std::vector<std::uint32_t> address_of;
  address_of.reserve(pages.size());
  for (const WalkedPage& page : pages) address_of.push_back(page.address);
  const std::uint32_t address_count = *std::max_element(address_of.begin(), address_of.end()) + 1;
  const std::uint32_t first = *std::min_element(
      order.begin(), order.end(),
      [&](std::uint32_t a, std::uint32_t b) { return pages[a].id.size() < pages[b].id.size(); });

  using Xpath = std::int64_t;
  breadth_first<Xpath>(
      PagesByAddress(address_of, order, address_count), first,
      [&](std::uint32_t page, const auto& follow) {
        for (const WalkedLink& link : links(page)) follow(link.address, link.xpath);
      },
      [&](std::span<const std::uint32_t> found, std::size_t from, Xpath xpath) {
        Reached how;
        if (from != kSeed) {
          how = {.parent = reached[from].page, .xpath = xpath, .depth = reached[from].depth + 1};
        }
        for (const std::uint32_t page : found) {
          how.page = pages[page].page;
          reached.push_back(how);
        }
      });
  return reached;
}

}  // namespace pagekin::crawl
