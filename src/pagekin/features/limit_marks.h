// Keeps a limited number of a page's marks: those of a template before those of its content.
//
// A template puts few values at one place, such as the three classes of a table. A place
// with thousands of different values on one page holds content, or was made to fill memory;
// each of its values is rare. So the marks of a page are taken in rounds: one of each place
// and kind, then a second one of each, and so on. A round takes the mark with the smallest
// hash. So pages that have a mark in common keep it or lose it alike, as far as possible, and
// what is kept depends on the page alone, not on other pages or their order.
//
// Cost: time O(m log m) for m marks above the limit, none below it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pagekin::features {

constexpr std::size_t kMostMarksKept = 8'192;   // of a page
constexpr std::size_t kMostUrlMarksKept = 256;  // of its address

// Removes marks from a sorted set until it has at most `most`. Returns how many were removed.
std::size_t limit_marks(std::vector<std::uint64_t>& marks, std::size_t most);

}  // namespace pagekin::features
