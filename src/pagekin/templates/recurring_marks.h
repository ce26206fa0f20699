// Selects the marks of a site's pages that may distinguish its templates: those that recur.
//
// A mark is selected if at least three pages have it (two on a site of fewer than 100 pages)
// and at least one page in a hundred, and if its place is not busy. A place with ever new
// values (a title, the names in a list, a class made for one row) holds content, even if
// one of its values happens to be frequent. A value is selected if it makes up a fiftieth
// of all values at its place, or if its place has few different values on the whole site.
// Tag paths are structure and are never busy.
//
// Cost: time O(marks of all pages); temporary memory for the distinct marks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pagekin::templates {

using MarkSet = std::span<const std::uint64_t>;  // of a page, sorted; see features/marks.h

// Returns the selected marks, ascending. Page i counts counts[i] times, or once without
// `counts`.
std::vector<std::uint64_t> recurring_marks(std::span<const MarkSet> pages,
                                           std::span<const std::uint32_t> counts = {});

}  // namespace pagekin::templates
