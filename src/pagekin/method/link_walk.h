// The pages of an input in the order in which a crawler would have found them, and the
// XPath of the link through which it would have found each.
//
// The walk (core/breadth_first.h) begins at the seed page. Pages that no link leads to follow
// in the order of their ids as seeds of their own.
//
// What comes out does not depend on the order in which pages were added: where ids are
// equal, what is in the pages decides.
//
// Source: Grigalis, Cenys: Using XPaths of Inbound Links to Cluster Template-Generated Web
// Pages, section 3.3: first in, first out.
// Cost: time O(links) and sorting the ids; memory 1.2 to 3.4 bytes a link of a page, its id,
// and 24 to 40 bytes beside; 14 to 19 more a different target or XPath.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/features/link_xpaths.h"
#include "pagekin/method/numbered_lists.h"
#include "pagekin/templates/pieces.h"

namespace pagekin::method {

// Pages as they were reached, and in groups of one XPath; those are numbered as they were
// first met. A seed has no XPath and is a group of its own, with all pages of its address.
struct FirstSeen {
  std::vector<PageId> order;            // pages as added
  std::vector<std::uint32_t> group_of;  // by place in `order`
  std::uint32_t group_count = 0;
  std::uint32_t seed_count = 0;  // groups without an XPath
  std::uint64_t link_count = 0;  // between pages of the input, one a page and target
};

class LinkWalk {
 public:
  // `content` is a hash of all that may tell pages of the same id apart.
  void add(std::string_view id, std::uint64_t address, std::span<const features::XpathLink> links,
           std::uint64_t content);

  std::size_t size() const { return ids_.size(); }
  std::string_view id(PageId page) const { return ids_[page]; }

  // `seed_page` is an address; empty: the shortest id, of equally short ones the first by
  // name. Throws Error where no page has this address.
  FirstSeen walk(std::string_view seed_page);

 private:
  std::vector<PageId> in_id_order() const;
  PageId first_seed(std::string_view seed_page, std::span<const PageId> in_order) const;

  templates::Pieces ids_;
  std::vector<std::uint64_t> addresses_;
  std::vector<std::uint64_t> contents_;
  NumberedLists links_{NumberedLists::Kind::kPairs};  // target, XPath, target, ...
};

}  // namespace pagekin::method
