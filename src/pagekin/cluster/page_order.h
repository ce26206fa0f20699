// An order of the pages that is theirs, whatever the order in which they came.
//
// Where an algorithm has to choose between equally similar pages it chooses by this order,
// so that the same pages in another order become the same clusters. Similarities cannot
// tell: four pages in a ring, each as similar to both neighbours, can be paired in two ways.
// So pages bear keys, made of what is in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pagekin::cluster {

// By page; pages with the same key must be equal. Empty: pages go by their numbers.
using PageKeys = std::span<const std::uint64_t>;

// The pages by ascending key, equal ones by their numbers.
std::vector<std::uint32_t> pages_in_order(std::size_t pages, PageKeys keys);

// By page: its place in an order.
std::vector<std::uint32_t> places_in(const std::vector<std::uint32_t>& order);

}  // namespace pagekin::cluster
