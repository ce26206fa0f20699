#include "pagekin/synth/interleave.h"

#include <algorithm>
#include <tuple>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

namespace pagekin::synth {
namespace {

using Item = std::tuple<std::uint64_t, std::uint32_t, std::uint64_t>;  // round, which, index

// By definition: item i of a sequence of length c comes in the last round r for
// which ceil(r c / R) <= i.
std::vector<Item> mixed(const std::vector<std::uint64_t>& lengths, std::uint64_t rounds) {
  std::vector<Item> items;
  for (std::uint32_t which = 0; which < lengths.size(); ++which) {
    for (std::uint64_t index = 0; index < lengths[which]; ++index) {
      std::uint64_t round = 0;
      while (((round + 1) * lengths[which] + rounds - 1) / rounds <= index) ++round;
      items.emplace_back(round, which, index);
    }
  }
  std::sort(items.begin(), items.end());
  return items;
}

TEST(Interleave, FindsAndCountsEveryItemWhereItsDefinitionPutsIt) {
  Random random(5);
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<std::uint64_t> lengths(1 + random.below(6));
    for (auto& length : lengths) length = random.below(40);
    const unsigned bits = random.below(7);
    const Interleave order(lengths, bits);
    std::uint64_t rounds = 1;
    const std::uint64_t longest = *std::max_element(lengths.begin(), lengths.end());
    while (rounds < longest && rounds < (std::uint64_t{1} << bits)) rounds *= 2;
    const std::vector<Item> expected = mixed(lengths, rounds);
    ASSERT_EQ(order.size(), expected.size());
    std::vector<std::uint64_t> before(lengths.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ(order.before(i), before);
      ++before[std::get<1>(expected[i])];
      const Interleave::Place place = order.at(i);
      EXPECT_EQ(place.which, std::get<1>(expected[i]));
      EXPECT_EQ(place.index, std::get<2>(expected[i]));
    }
    EXPECT_EQ(order.before(order.size()), lengths);
  }
}

TEST(Interleave, BeginsWithTheFirstItemOfEverySequence) {
  const Interleave order({1000, 1, 30}, 12);
  EXPECT_EQ(order.at(0).which, 0U);
  EXPECT_EQ(order.at(1).which, 1U);
  EXPECT_EQ(order.at(2).which, 2U);
  for (std::uint64_t i = 0; i < 3; ++i) EXPECT_EQ(order.at(i).index, 0U);
}

TEST(Interleave, SpreadsAShortSequenceOverALongOne) {
  const Interleave order({900, 100}, 12);
  std::uint64_t seen = 0;
  for (std::uint64_t i = 0; i < 500; ++i) seen += order.at(i).which;
  EXPECT_NEAR(static_cast<double>(seen), 50, 3);
}

}  // namespace
}  // namespace pagekin::synth
