// The order in which a crawler would have found pages that are there already, and through
// which link it would have found each.
//
// Breadth-first: from the page with the shortest id over the links of each page in document
// order to pages not reached before. Pages that no link leads to follow in the order of their
// ids as seeds of their own. Pages of one address, of which there may be several, are reached
// together. The method `uxclust` walks pages that are in no store in the same way
// (method/link_walk.h).
//
// Source: Grigalis, Cenys: Using XPaths of Inbound Links to Cluster Template-Generated Web
// Pages, section 3.3: first in, first out.
// Cost: O(links) and sorting the ids; links of a page are asked for once. 40 bytes a page.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "pagekin/store/crawl_store.h"

namespace pagekin::crawl {

struct WalkedPage {
  std::int64_t page = 0;      // of the store
  std::string_view id;        //
  std::uint32_t address = 0;  // numbers that are equal for pages of one address, from 0
};

struct WalkedLink {
  std::uint32_t address = 0;  // of a page
  std::int64_t xpath = 0;
};

using Reached = store::CrawlWriter::Reached;

// `links`: of a page by its place in `pages`, in document order; only those to pages.
std::vector<Reached> first_reached(
    std::span<const WalkedPage> pages,
    const std::function<std::vector<WalkedLink>(std::size_t)>& links);

}  // namespace pagekin::crawl
