// The links from a page to pages of its own site, each with its target and the kind of
// place at which it stands. Pages that are linked from the same kind of place are often of
// one template, as the entries of an index.
//
// A place is the nearest element, from the link upwards, that has a class or an id: its
// tag, class and id, with numbers as one digit. A target is a path and query, without
// "index.html" or "index.htm" at the end of the path, because servers add these.
//
// Source: Grigalis, Cenys 2014, who cluster by the whole XPath of the link. Classes distinguish
// the same links, and do not change if a list is moved.
// Cost: time O(elements + bytes of addresses). Plain addresses are resolved without a full
// parse, not by dom/links.h: on pages of 61 links this takes 42 µs a page instead of 113.
// Limits: reading ends when a page has 10,000 different links, or 20,000 in all. Links are
// hashes: 40 bits of the target, enough to distinguish the pages of one site, and 24 of the
// place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "pagekin/dom/tree.h"

namespace pagekin::features {

constexpr std::size_t kMaxSiteLinks = 10'000;  // of a page, after which no more are read
constexpr int kLinkPlaceBits = 24;

// A link has the target in the upper 40 bits and the place in the lower 24.
constexpr std::uint64_t target_of(std::uint64_t link) { return link >> kLinkPlaceBits; }
constexpr std::uint64_t link_place_of(std::uint64_t link) {
  return link & ((std::uint64_t{1} << kLinkPlaceBits) - 1);
}

// Returns the target of links to this page. The page's id is its address: absolute, or
// relative to a common base, as for pages from a directory.
std::uint64_t link_target(std::string_view page_id);

// Returns the links as a sorted set, without links from the page to itself. The tree must
// have been built with attributes.
std::vector<std::uint64_t> site_links(const dom::Tree& tree, std::string_view page_id);

}  // namespace pagekin::features
