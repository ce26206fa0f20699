// The links from a page to its own site, in document order: where each leads and at which
// XPath it stands. For clustering pages by the XPaths of the links that lead to them.
//
// XPaths are those of dom/xpath.h, known by their hash; the same XPath on another site has
// another hash. Of several links to one address the first counts, and links from a page to
// itself do not.
//
// Addresses are compared in their canonical form (url/canonical.h) without the scheme, and
// as servers and mirrors write them: "/a/index.html", "/a/" and "/a" are one address, so
// are other index files (.htm, .xhtml, .shtml). The address of a page is its id. An id that
// is no address is a path, as of pages from a directory: links from one such page to
// another are found whatever the directory was called. A path may end in .gz, .zst or .br.
//
// Source: Grigalis, Cenys: Using XPaths of Inbound Links to Cluster Template-Generated Web
// Pages, section 3.3.
// Cost: O(elements + bytes of addresses), and up to 3 MB a thread for addresses that come again.
// Limits: those of dom/links.h: the first 6,000 links, addresses up to 2,083 bytes. Two
// pages that a server does tell apart by "/a" and "/a/" are taken for one address.
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

// What links to the page with this id have as their target.
std::uint64_t address_of(std::string_view page_id);

// The tree must have been built with attributes.
std::vector<XpathLink> link_xpaths(const dom::Tree& tree, std::string_view page_id);

}  // namespace pagekin::features
