// Which marks of a site's pages may tell its templates apart: those that recur.
//
// A mark counts when it is in at least three pages (two, on a site of fewer than 20) and one in a
// hundred, and when its place is not busy: what is written at a place in ever new values (a title,
// the names of a list, the class made for a row) is content, even where one of its values happens
// to come often. A value counts if it makes up a fiftieth of all that the place holds, or if the
// place holds few values over the whole site. Tag paths are structure and count wherever they are.
//
// Cost: time O(marks of all pages); memory for the distinct marks while it works.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pagekin::templates {

using MarkSet = std::span<const std::uint64_t>;  // of a page, sorted; see features/marks.h

// Ascending. Page i counts counts[i] times, once where there are no counts.
std::vector<std::uint64_t> recurring_marks(std::span<const MarkSet> pages,
                                           std::span<const std::uint32_t> counts = {});

}  // namespace pagekin::templates
