// The order in which a crawler would have found the pages of a store, and the link through
// which it would have found each.
//
// The walk (core/breadth_first.h) begins at the page with the shortest id; of several the
// first by name. Pages that no link leads to follow in the order of their ids. The method
// `uxclust` walks in the same way over pages that are in no store (method/link_walk.h).
//
// Cost: O(links) and sorting the ids; the links of a page are asked for once. 48 bytes a page.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "pagekin/store/crawl_store.h"

namespace pagekin::crawl {

struct WalkedPage {
  std::int64_t page = 0;  // its number in the store
  std::string_view id;
  std::uint32_t address = 0;  // from 0; pages of one address have equal numbers
};

struct WalkedLink {
  std::uint32_t address = 0;  // that of a page
  std::int64_t xpath = 0;
};

using Reached = store::CrawlWriter::Reached;

// `links` returns the links of a page, which is named by its place in `pages`, in document
// order. Only links to pages may be among them.
std::vector<Reached> first_reached(
    std::span<const WalkedPage> pages,
    const std::function<std::vector<WalkedLink>(std::size_t)>& links);

}  // namespace pagekin::crawl
