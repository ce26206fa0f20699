// A slow reference for crawl/first_reached.h: it searches all pages for each next page.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/crawl/first_reached.h"

namespace pagekin::reference {

// `links`: by place in `pages`.
inline std::vector<crawl::Reached> first_reached(
    std::span<const crawl::WalkedPage> pages,
    const std::vector<std::vector<crawl::WalkedLink>>& links) {
  std::vector<crawl::Reached> reached;
  std::vector<std::size_t> places;  // of the same
  const auto has = [&](std::uint32_t address) {
    return std::ranges::any_of(places, [&](auto place) { return pages[place].address == address; });
  };
  const auto reach = [&](std::uint32_t address, crawl::Reached how) {
    std::vector<std::size_t> same;
    for (std::size_t i = 0; i < pages.size(); ++i) {
      if (pages[i].address == address) same.push_back(i);
    }
    std::ranges::stable_sort(same, {}, [&](auto i) { return pages[i].id; });
    for (const std::size_t place : same) {
      how.page = pages[place].page;
      reached.push_back(how);
      places.push_back(place);
    }
  };
  for (std::size_t followed = 0; reached.size() < pages.size();) {
    if (followed == reached.size()) {  // a seed: at first the shortest id, then the least
      std::size_t best = pages.size();
      for (std::size_t i = 0; i < pages.size(); ++i) {
        if (has(pages[i].address)) continue;
        const auto is_before = [&](std::size_t a, std::size_t b) {
          if (reached.empty() && pages[a].id.size() != pages[b].id.size()) {
            return pages[a].id.size() < pages[b].id.size();
          }
          return pages[a].id < pages[b].id;
        };
        if (best == pages.size() || is_before(i, best)) best = i;
      }
      reach(pages[best].address, {});
    }
    const crawl::Reached from = reached[followed];
    for (const crawl::WalkedLink& link : links[places[followed]]) {
      if (has(link.address)) continue;
      reach(link.address, {.parent = from.page, .xpath = link.xpath, .depth = from.depth + 1});
    }
    ++followed;
  }
  return reached;
}

}  // namespace pagekin::reference
