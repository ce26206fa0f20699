#include "pagekin/core/pair_tiles.h"

#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace pagekin {
namespace {

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

class Collect final : public Job {
 public:
  Collect(const PairTile& tile, Pairs& all) : tile_(tile), all_(&all) {}
  void work() override {
    tile_.for_each_pair([&](std::size_t a, std::size_t b) { found_.emplace_back(a, b); });
  }
  void finish() override { all_->insert(all_->end(), found_.begin(), found_.end()); }

 private:
  PairTile tile_;
  Pairs found_;
  Pairs* all_;
};

Pairs pairs_of(std::size_t count, std::size_t side, unsigned threads) {
  Pairs all;
  run_pair_tiles(count, side, threads,
                 [&](const PairTile& tile) { return std::make_unique<Collect>(tile, all); });
  return all;
}

TEST(PairTiles, HaveEachPairOnce) {
  for (const std::size_t count : {0, 1, 2, 3, 4, 7, 8, 9}) {
    const Pairs pairs = pairs_of(count, 4, 2);
    EXPECT_EQ(pairs.size(), count < 2 ? 0 : count * (count - 1) / 2);
    EXPECT_EQ(std::set(pairs.begin(), pairs.end()).size(), pairs.size());
    for (const auto& [a, b] : pairs) {
      EXPECT_LT(b, a);
      EXPECT_LT(a, count);
    }
  }
}

TEST(PairTiles, ComeInTheSameOrderForAnyNumberOfThreads) {
  EXPECT_EQ(pairs_of(23, 4, 1), pairs_of(23, 4, 3));
  EXPECT_EQ(
      pairs_of(5, 2, 1),
      (Pairs{{1, 0}, {2, 0}, {2, 1}, {3, 0}, {3, 1}, {3, 2}, {4, 0}, {4, 1}, {4, 2}, {4, 3}}));
}

}  // namespace
}  // namespace pagekin
