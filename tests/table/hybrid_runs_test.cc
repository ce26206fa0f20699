#include "pagekin/table/hybrid_runs.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/core/random.h"

#include "reference/hybrid_runs.h"

namespace pagekin::table {
namespace {

std::string written(const std::vector<std::uint32_t>& numbers, int bits) {
  std::string bytes;
  append_hybrid_runs(numbers, bits, bytes);
  return bytes;
}

TEST(HybridRuns, TheExamplesOfTheFormat) {
  // The numbers 0 to 7 in 3 bits each, as the description of the format shows them.
  EXPECT_EQ(written({0, 1, 2, 3, 4, 5, 6, 7}, 3), "\x03\x88\xc6\xfa");
  EXPECT_EQ(written(std::vector<std::uint32_t>(100, 1), 1), std::string("\xc8\x01\x01"));
}

TEST(HybridRuns, BitsForTheLargestNumber) {
  EXPECT_EQ(bits_for(0), 1);
  EXPECT_EQ(bits_for(1), 1);
  EXPECT_EQ(bits_for(2), 2);
  EXPECT_EQ(bits_for(255), 8);
  EXPECT_EQ(bits_for(256), 9);
  EXPECT_EQ(bits_for(UINT32_MAX), 32);
}

TEST(HybridRuns, ComeBackAsTheyWereAndAsTheSlowReaderReadsThem) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Random random(seed);
    const int bits = 1 + static_cast<int>(random.below(32));
    std::vector<std::uint32_t> numbers;
    const std::size_t parts = random.below(6);
    for (std::size_t part = 0; part < parts; ++part) {
      const std::size_t length = random.below(40);
      const auto any = [&] { return static_cast<std::uint32_t>(random.next() >> (64 - bits)); };
      if (random.chance(0.5)) {
        numbers.insert(numbers.end(), length, any());
      } else {
        for (std::size_t i = 0; i < length; ++i) numbers.push_back(any());
      }
    }
    const std::string bytes = written(numbers, bits);
    EXPECT_EQ(read_hybrid_runs(bytes, bits, numbers.size()), numbers) << "seed " << seed;
    EXPECT_EQ(reference::read_hybrid_runs(bytes, bits, numbers.size()), numbers) << "seed " << seed;
  }
}

TEST(HybridRuns, ZeroBitsAreZeros) {
  EXPECT_EQ(read_hybrid_runs({}, 0, 3), (std::vector<std::uint32_t>{0, 0, 0}));
}

TEST(HybridRuns, TooFewBytesAreAnError) {
  const std::string bytes = written({0, 1, 2, 3, 4, 5, 6, 7}, 3);
  EXPECT_THROW(read_hybrid_runs(bytes.substr(0, 3), 3, 8), Error);
  EXPECT_THROW(read_hybrid_runs(bytes, 3, 9), Error);
  EXPECT_THROW(read_hybrid_runs(bytes, 33, 8), Error);
  EXPECT_THROW(read_hybrid_runs(std::string_view("\0\0", 2), 1, 1), Error);  // a run of nothing
}

TEST(HybridRuns, ARunThatIsTooLongIsCut) {
  EXPECT_EQ(read_hybrid_runs(written(std::vector<std::uint32_t>(1000, 5), 3), 3, 2),
            (std::vector<std::uint32_t>{5, 5}));
}

}  // namespace
}  // namespace pagekin::table
