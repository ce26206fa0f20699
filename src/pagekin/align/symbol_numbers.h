// Two sequences of arbitrary symbols, rewritten with small numbers.
//
// Bit-parallel algorithms keep a table by symbol, but symbols are tag numbers and 64-bit
// hashes. So the symbols of the shorter sequence are numbered 0, 1, ... as they first appear;
// all other symbols of the longer one get the number `kinds`.
//
// Cost: O(n) expected, no allocation once the buffers of the thread have grown.
// Limits: below 2^32 - 1 symbols.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace pagekin::align {

// The buffers belong to the thread. They are valid until its next call with any type.
struct NumberedPair {
  std::span<const std::uint32_t> shorter;
  std::span<const std::uint32_t> longer;
  std::uint32_t kinds = 0;  // different symbols in `shorter`
  std::size_t common = 0;   // symbols of the intersection of both bags
};

// Numbers the symbols of both sequences. T is std::uint8_t, std::uint32_t or std::uint64_t. The
// result does not say which of a and b is the shorter one.
template <class T>
NumberedPair number_symbols(std::span<const T> a, std::span<const T> b);

// Removes the common prefix and suffix of both; returns the number of symbols that each lost.
template <class T>
std::size_t strip_common_ends(std::span<const T>& a, std::span<const T>& b);

}  // namespace pagekin::align
