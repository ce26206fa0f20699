// The links from a page to its own site in document order, each with its target and its
// XPath. They serve to cluster pages by the XPaths of the links that lead to them.
//
// XPaths are those of dom/xpath.h, represented by a hash that includes the site. Of several
// links to one address only the first counts. Links from a page to itself do not count.
//
// Addresses are compared in canonical form (url/canonical.h) without the scheme, and
// without differences that servers and mirrors make: "/a/index.html", "/a/" and "/a" are
// one address; the same goes for other index files (.htm, .xhtml, .shtml). The address of a
// page is its id. An id that is not an address is a path, as of pages from a directory; links
// between such pages are found whatever the name of the directory. A path may end in .gz,
// .zst or .br.
//
// Source: Grigalis, Cenys: Using XPaths of Inbound Links to Cluster Template-Generated Web
// Pages, 2014, section 3.3.
// Cost: time O(elements + bytes of addresses); up to 3 MB a thread for repeated addresses.
// Limits: those of dom/links.h: the first 6,000 links, addresses up to 2,083 bytes. If a
// server distinguishes "/a" from "/a/", the two pages are still taken for one address.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "pagekin/dom/tree.h"

namespace pagekin::features {

struct XpathLink {
  std::uint64_t target = 0;  // see address_of()
  std::uint64_t xpath = 0;
  friend bool operator==(const XpathLink&, const XpathLink&) = default;
};

// Returns the target of links to the page with this id.
std::uint64_t address_of(std::string_view page_id);

// Returns the links. The tree must have been built with attributes.
std::vector<XpathLink> link_xpaths(const dom::Tree& tree, std::string_view page_id);

}  // namespace pagekin::features
