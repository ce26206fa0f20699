#include "pagekin/clustering/prefix_in_budget.h"

#include <memory>
#include <random>

#include <gtest/gtest.h>

#include "reference/prefix_in_budget.h"

namespace pagekin::clustering {
namespace {

TEST(PrefixInBudget, IsThatOfAllThingsSortedForAnyOrder) {
  std::mt19937_64 chance(7);
  for (int round = 0; round < 400; ++round) {
    std::vector<std::pair<std::uint64_t, std::size_t>> things;
    const std::size_t count = chance() % 30;
    for (std::uint64_t rank = 0; rank < count; ++rank) things.emplace_back(rank, chance() % 40);
    std::ranges::shuffle(things, chance);
    const std::size_t budget = chance() % 400;
    PrefixInBudget<std::unique_ptr<std::uint64_t>> kept(budget);
    for (const auto& [rank, bytes] : things) {
      kept.add(rank, bytes, std::make_unique<std::uint64_t>(rank));
      EXPECT_LE(kept.bytes(), budget);
    }
    std::vector<std::uint64_t> ranks;
    kept.finish([&](std::uint64_t rank, std::unique_ptr<std::uint64_t>&& thing) {
      EXPECT_EQ(*thing, rank);
      ranks.push_back(rank);
    });
    EXPECT_EQ(ranks, test::prefix_in_budget(things, budget)) << round;
  }
}

}  // namespace
}  // namespace pagekin::clustering
