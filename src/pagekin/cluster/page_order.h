// An order of the pages that does not depend on the order of the input.
//
// An algorithm that must choose between equally similar pages uses this order, so that the
// same pages in another order give the same clusters. Similarities alone do not suffice:
// four pages in a ring, each equally similar to both neighbours, can be paired in two ways.
// So pages have keys, made of their contents.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pagekin::cluster {

// By page; pages with the same key must be equal. Empty: pages are ordered by their
// numbers.
using PageKeys = std::span<const std::uint64_t>;

// Returns the pages by ascending key, then by number.
std::vector<std::uint32_t> pages_in_order(std::size_t pages, PageKeys keys);

// Returns by page its position in an order.
std::vector<std::uint32_t> places_in(const std::vector<std::uint32_t>& order);

}  // namespace pagekin::cluster
