// A breadth-first walk over links between pages: the order in which a crawler would find
// pages that are there already.
//
// Several pages may have one address; they are reached together. Pages that no link leads
// to are seeds of their own, in a given order.
//
// Source: Grigalis and Cenys 2014, section 3.3: first in, first out.
// Cost: O(pages + links); 8 bytes a page, and 4 bytes and a bit an address.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/core/stop.h"

namespace pagekin {

// Pages, numbered from 0, by the number of their address.
class PagesByAddress {
 public:
  // `address_of`: by page, each below `address_count`. `order` holds every page once; pages
  // of one address are visited in this order. Both must outlive this object.
  PagesByAddress(std::span<const std::uint32_t> address_of, std::span<const std::uint32_t> order,
                 std::size_t address_count)
      : address_of_(address_of),
        order_(order),
        first_(address_count, no_page),
        next_(address_of.size(), no_page) {
    for (std::size_t i = order.size(); i-- > 0;) {
      next_[order[i]] = first_[address_of[order[i]]];
      first_[address_of[order[i]]] = order[i];
    }
  }

  std::uint32_t address_of(std::uint32_t page) const { return address_of_[page]; }
  std::span<const std::uint32_t> order() const { return order_; }
  std::size_t address_count() const { return first_.size(); }
  bool has_page(std::uint32_t address) const {
    return address < first_.size() && first_[address] != no_page;
  }
  void append_pages(std::uint32_t address, std::vector<std::uint32_t>& out) const {
    for (std::uint32_t page = first_[address]; page != no_page; page = next_[page]) {
      out.push_back(page);
    }
  }

 private:
  static constexpr std::uint32_t no_page = UINT32_MAX;

  std::span<const std::uint32_t> address_of_;
  std::span<const std::uint32_t> order_;
  std::vector<std::uint32_t> first_;  // by address
  std::vector<std::uint32_t> next_;   // by page: the next page of the same address
};

// Walks from the page `first`, then from each page of pages.order() that is not reached yet.
// Returns all pages in the order in which they are reached.
//
//   each_link(page, follow)   calls follow(address, label) for each link of the page, in
//                             document order. Every address must have a page. The first link
//                             to an address counts.
//   on_reached(pages, from, label)  says that these pages, of one address, are reached by a
//                             link with this label from the page at place `from` of the walk.
//                             For seeds `from` is kSeed and the label is Label().
constexpr std::size_t kSeed = SIZE_MAX;

template <class Label, class EachLink, class OnReached>
std::vector<std::uint32_t> breadth_first(const PagesByAddress& pages, std::uint32_t first,
                                         EachLink each_link, OnReached on_reached) {
  std::vector<std::uint32_t> walk;
  walk.reserve(pages.order().size());
  std::vector<bool> is_reached(pages.address_count());
  const auto reach = [&](std::uint32_t address, std::size_t from, const Label& label) {
    if (is_reached[address]) return;
    is_reached[address] = true;
    const std::size_t begin = walk.size();
    pages.append_pages(address, walk);
    on_reached(std::span<const std::uint32_t>(walk).subspan(begin), from, label);
  };
  std::size_t followed = 0;
  const auto start_from = [&](std::uint32_t seed) {
    reach(pages.address_of(seed), kSeed, Label());
    for (; followed < walk.size(); ++followed) {
      check_stop();
      each_link(walk[followed], [&](std::uint32_t address, const Label& label) {
        reach(address, followed, label);
      });
    }
  };
  start_from(first);
  for (const std::uint32_t page : pages.order()) start_from(page);
  return walk;
}

}  // namespace pagekin
