// Orders the pages of an input as a crawler would have found them, with the XPath of the
// link through which it would have found each.
//
// The walk (core/breadth_first.h) begins at the seed page. Pages that no link leads to follow
// in the order of their ids as seeds of their own.
//
// The result does not depend on the order in which pages were added: among equal ids, the
// contents of the pages decide.
//
// Source: Grigalis, Cenys: Using XPaths of Inbound Links to Cluster Template-Generated Web
// Pages, 2014, section 3.3: first in, first out.
// Cost: time O(links) and sorting the ids; memory 1.2 to 3.4 bytes a link, the id of each
// page, and 24 to 40 bytes a page; 14 to 19 bytes for each different target or XPath.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "pagekin/core/byte_strings.h"
#include "pagekin/core/page.h"
#include "pagekin/features/link_xpaths.h"
#include "pagekin/method/numbered_lists.h"

namespace pagekin::method {

// The pages in the order in which they were reached, and their groups of one XPath,
// numbered in the order of their first pages. A seed has no XPath; it is a group of its
// own, with all pages of its address.
struct WalkedPages {
  std::vector<PageId> order;            // pages, numbered as they were added
  std::vector<std::uint32_t> group_of;  // by index in `order`
  std::uint32_t group_count = 0;
  std::uint32_t seed_count = 0;  // groups without an XPath
  std::uint32_t site_count = 0;
  std::uint64_t link_count = 0;  // links between pages of the input, one for each page and target
};

class LinkWalk {
 public:
  // Adds a page. `content` is a hash of everything that may distinguish pages of the same
  // id.
  void add(std::string_view id, std::uint64_t address, std::span<const features::XpathLink> links,
           std::uint64_t content);

  std::size_t size() const { return ids_.size(); }
  std::string_view id(PageId page) const { return ids_[page]; }

  // Walks over all pages. `seed_page` is an address; empty: the page with the shortest id,
  // of equally short ids the first by name. Throws Error if no page has this address.
  WalkedPages walk(std::string_view seed_page);

 private:
  std::vector<PageId> in_id_order() const;
  PageId first_seed(std::string_view seed_page, std::span<const PageId> in_order) const;

  ByteStrings ids_;
  std::vector<std::uint64_t> addresses_;
  std::vector<std::uint64_t> contents_;
  NumberedLists links_{NumberedLists::Kind::kPairs};  // target, XPath, target, ...
};

}  // namespace pagekin::method
