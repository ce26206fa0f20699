// Length of the longest common subsequence of two sequences.
//
// Sources: Hyyro: Bit-parallel LCS-length computation revisited, Australasian Workshop on
// Combinatorial Algorithms, 2004, after Crochemore, Iliopoulos, Pinzon, Reid: A fast and
// practical bit-vector algorithm for the longest common subsequence problem, Information
// Processing Letters 80, 2001 (64 cells of a column in one step); Ukkonen: Algorithms for
// approximate string matching, Information and Control 64, 1985 (the band).
// Cost: time O(n + n u / 64) with u symbols that are not common, at worst the product of
// the lengths / 64; memory O(n), no allocation once the buffers of the thread have grown.
// Limits: below 2^32 - 1 symbols.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "pagekin/align/step_limit.h"

namespace pagekin::align {

// Returns the length; if it is below `at_least`, any number below `at_least`. The larger
// `at_least`, the cheaper. T is std::uint8_t, std::uint32_t or std::uint64_t.
template <class T>
std::size_t lcs(std::span<const T> a, std::span<const T> b, std::size_t at_least = 0);

// Like lcs(), but takes at most `most_steps` steps, each for 64 cells of the table. If these do not
// suffice, returns bounds of the length. A length below `at_least` has high < at_least.
template <class T>
Range lcs_range(std::span<const T> a, std::span<const T> b, std::size_t at_least = 0,
                std::uint64_t most_steps = kMostSteps);

}  // namespace pagekin::align
