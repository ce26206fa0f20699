// Counts bits of rows of words.
//
// What two rows have in common, which is asked most often, is counted with the instructions of the
// processor that runs it (bit_rows.cc). All else goes through carry-save adders, eight words at a
// time, so that bits are counted once for eight words and not for each: the baseline of x86-64 has
// no instruction that counts bits.
//
// Source: Harley and Seal, in Warren, Hacker's Delight, 2nd edition, 5-1. Cost: some 7 operations a
// word.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pagekin::recognise {

using Bits = std::vector<std::uint64_t>;

inline bool has_bit(std::span<const std::uint64_t> bits, std::size_t at) {
  return (bits[at / 64] >> (at % 64) & 1) != 0;
}
inline void set_bit(Bits& bits, std::size_t at) { bits[at / 64] |= std::uint64_t{1} << (at % 64); }

inline std::uint32_t bits_of_word(std::uint64_t word) {
  word -= (word >> 1) & 0x5555'5555'5555'5555;
  word = (word & 0x3333'3333'3333'3333) + ((word >> 2) & 0x3333'3333'3333'3333);
  word = (word + (word >> 4)) & 0x0f0f'0f0f'0f0f'0f0f;
  return static_cast<std::uint32_t>((word * 0x0101'0101'0101'0101) >> 56);
}

// The bits of the words word_at(begin) to word_at(end - 1).
template <class WordAt>
std::uint32_t count_bits(std::size_t begin, std::size_t end, const WordAt& word_at) {
  std::uint64_t ones = 0;
  std::uint64_t twos = 0;
  std::uint64_t fours = 0;
  std::uint32_t eights = 0;
  // Adds two words to `sum`; returns what is carried.
  const auto add = [](std::uint64_t& sum, std::uint64_t a, std::uint64_t b) {
    const std::uint64_t either = sum ^ a;
    const std::uint64_t carry = (sum & a) | (either & b);
    sum = either ^ b;
    return carry;
  };
  std::size_t i = begin;
  for (; i + 8 <= end; i += 8) {
    const std::uint64_t two_a = add(ones, word_at(i), word_at(i + 1));
    const std::uint64_t two_b = add(ones, word_at(i + 2), word_at(i + 3));
    const std::uint64_t four_a = add(twos, two_a, two_b);
    const std::uint64_t two_c = add(ones, word_at(i + 4), word_at(i + 5));
    const std::uint64_t two_d = add(ones, word_at(i + 6), word_at(i + 7));
    const std::uint64_t four_b = add(twos, two_c, two_d);
    eights += bits_of_word(add(fours, four_a, four_b));
  }
  std::uint32_t count =
      8 * eights + 4 * bits_of_word(fours) + 2 * bits_of_word(twos) + bits_of_word(ones);
  for (; i < end; ++i) count += bits_of_word(word_at(i));
  return count;
}

inline std::uint32_t count_bits(std::span<const std::uint64_t> bits) {
  return count_bits(0, bits.size(), [&](std::size_t w) { return bits[w]; });
}

// The bits that both rows have, which are of one size.
std::uint32_t count_common(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b);

// Visits the numbers of the bits that are set, ascending.
template <class Visit>
void for_each_bit(std::span<const std::uint64_t> bits, const Visit& visit) {
  for (std::size_t w = 0; w < bits.size(); ++w) {
    for (std::uint64_t left = bits[w]; left != 0; left &= left - 1) {
      visit(w * 64 + static_cast<std::size_t>(std::countr_zero(left)));
    }
  }
}

}  // namespace pagekin::recognise
