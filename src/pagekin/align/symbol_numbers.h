// Two sequences of arbitrary symbols, rewritten with small numbers.
//
// Bit-parallel algorithms keep a table by symbol. Symbols are tag numbers and 64-bit
// hashes, so the symbols of the shorter sequence are numbered 0, 1, ... as they come;
// all other symbols of the longer one are the number `kinds`. Equal symbols have equal
// numbers.
//
// Cost: O(n) expected, no allocation once the buffers of the thread have grown.
// Limits: below 2^32 - 1 symbols.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace pagekin::align {

// The numbers are the same for all types; the buffers belong to the thread and hold
// until the next call.
struct NumberedPair {
  std::span<const std::uint32_t> shorter;
  std::span<const std::uint32_t> longer;
  std::uint32_t kinds = 0;  // different symbols in `shorter`
  std::size_t common = 0;   // symbols in both, counted as often as both have them
};

// T is std::uint8_t, std::uint32_t or std::uint64_t. Which of a and b is the shorter
// one does not matter to a symmetric measure.
template <class T>
NumberedPair number_symbols(std::span<const T> a, std::span<const T> b);

// Removes the common prefix and suffix of both; returns how many symbols each lost.
template <class T>
std::size_t strip_common_ends(std::span<const T>& a, std::span<const T>& b);

}  // namespace pagekin::align
