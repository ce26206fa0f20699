#include "pagekin/recognise/bit_rows.h"

#include <bit>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace pagekin::recognise {
namespace {

// Compared with the instruction or function of the compiler, word by word.
TEST(BitRows, CountsAsTheStandardLibraryDoes) {
  std::mt19937_64 random(7);
  for (std::size_t size = 0; size < 40; ++size) {
    for (int round = 0; round < 20; ++round) {
      Bits a(size);
      Bits b(size);
      for (std::size_t i = 0; i < size; ++i) {
        a[i] = round == 0 ? ~std::uint64_t{0} : random();
        b[i] = round == 0 ? ~std::uint64_t{0} : random() | random();
      }
      std::uint32_t own = 0;
      std::uint32_t both = 0;
      for (std::size_t i = 0; i < size; ++i) {
        own += static_cast<std::uint32_t>(std::popcount(a[i]));
        both += static_cast<std::uint32_t>(std::popcount(a[i] & b[i]));
      }
      EXPECT_EQ(count_bits(a), own);
      EXPECT_EQ(count_common(a, b), both);
      if (size > 3) {
        const std::uint32_t ends = static_cast<std::uint32_t>(
            std::popcount(a[0]) + std::popcount(a[size - 1]) + std::popcount(a[size - 2]));
        EXPECT_EQ(count_bits(1, size - 2, [&](std::size_t w) { return a[w]; }), own - ends);
      }
    }
  }
}

TEST(BitRows, VisitsEachBitOnce) {
  std::mt19937_64 random(9);
  for (int round = 0; round < 50; ++round) {
    Bits bits(static_cast<std::size_t>(round % 5));
    for (std::uint64_t& word : bits) word = round == 4 ? ~std::uint64_t{0} : random() & random();
    std::vector<std::size_t> expected;
    for (std::size_t i = 0; i < 64 * bits.size(); ++i) {
      if (has_bit(bits, i)) expected.push_back(i);
    }
    std::vector<std::size_t> visited;
    for_each_bit(bits, [&](std::size_t i) { visited.push_back(i); });
    EXPECT_EQ(visited, expected);
  }
}

TEST(BitRows, SetsAndFindsBits) {
  Bits bits(2);
  set_bit(bits, 3);
  set_bit(bits, 64);
  EXPECT_TRUE(has_bit(bits, 3));
  EXPECT_TRUE(has_bit(bits, 64));
  EXPECT_FALSE(has_bit(bits, 4));
  EXPECT_EQ(count_bits(bits), 2U);
}

}  // namespace
}  // namespace pagekin::recognise
