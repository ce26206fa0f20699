// Levenshtein distance of two sequences: the fewest insertions, deletions and
// replacements of one symbol that turn one into the other.
//
// Sources: Myers: A fast bit-vector algorithm for approximate string matching based on
// dynamic programming, Journal of the ACM 46, 1999 (64 cells of a column in one step);
// Ukkonen: Algorithms for approximate string matching, Information and Control 64, 1985
// (the band around the diagonal that a bounded distance cannot leave).
// Cost: time O(n + n d / 64) for a distance d, at worst the product of the lengths / 64;
// memory O(n), no allocation once the buffers of the thread have grown.
// Limits: below 2^32 - 1 symbols.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "pagekin/align/step_limit.h"

namespace pagekin::align {

// Returns the distance; if it is above `at_most`, any number above `at_most`. The smaller
// `at_most`, the cheaper. T is std::uint8_t, std::uint32_t or std::uint64_t.
template <class T>
std::size_t levenshtein(std::span<const T> a, std::span<const T> b, std::size_t at_most = SIZE_MAX);

// Like levenshtein(), but takes at most `most_steps` steps, each for 64 cells of the table. If
// these do not suffice, returns bounds of the distance. A distance above `at_most` has low >
// at_most.
template <class T>
Range levenshtein_range(std::span<const T> a, std::span<const T> b, std::size_t at_most = SIZE_MAX,
                        std::uint64_t most_steps = kMostSteps);

}  // namespace pagekin::align
