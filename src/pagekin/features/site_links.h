// The links from a page to pages of its own site: where each leads and at what kind of
// place it stands. Pages that are linked to from the same kind of place are often of one
// template: all entries of an index, say.
//
// A place is known by the nearest element, from the link upwards, that has a class or an
// id: its tag, class and id, numbers as one digit. A target is known by its path and query;
// "index.html" and "index.htm" at the end of a path are left out, since servers add them.
//
// Source: Grigalis and Cenys, who cluster by the whole XPath of the link; classes tell the
// same apart and do not change where a list is moved.
// Cost: O(elements + bytes of addresses). Plain addresses are resolved without a full parse.
// Limits: reading ends once a page has 10,000 different links, at 20,000 at the latest.
// Links are hashes: 40 bits of the target, which is enough to tell the pages of one site
// apart, and 24 of the place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "pagekin/dom/tree.h"

namespace pagekin::features {

constexpr std::size_t kMaxSiteLinks = 10'000;  // of a page, after which no more are read
constexpr int kLinkPlaceBits = 24;

// The target in the upper 40 bits, the place in the lower 24.
constexpr std::uint64_t target_of(std::uint64_t link) { return link >> kLinkPlaceBits; }
constexpr std::uint64_t link_place_of(std::uint64_t link) {
  return link & ((std::uint64_t{1} << kLinkPlaceBits) - 1);
}

// What links to this page have as their target: its id is its address, absolute or, as for
// pages from a directory, relative to wherever all of them are.
std::uint64_t link_target(std::string_view page_id);

// Sorted set, without links from the page to itself. The tree must have been built with
// attributes.
std::vector<std::uint64_t> site_links(const dom::Tree& tree, std::string_view page_id);

}  // namespace pagekin::features
