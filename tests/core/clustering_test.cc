#include "pagekin/core/clustering.h"

#include "pagekin/core/random.h"
#include "pagekin/core/union_find.h"

namespace pagekin {
namespace {

TEST(Clustering, CanonicalLabelsFollowFirstAppearance) {
  EXPECT_EQ(canonical({7, 3, -5, 7, 9}), (Clustering{{0, 1, kLeftOut, 0, 2}, 3}));
}

TEST(Clustering, NumbersFallWithSizeAndTiesGoToTheFirstPage) {
  EXPECT_EQ(numbers_by_size(canonical({5, 6, 6, 4, 5, 9})), (std::vector<int>{1, 2, 3, 4}));
  EXPECT_EQ(numbers_by_size(canonical({5, 6, 6, 6})), (std::vector<int>{2, 1}));
  EXPECT_TRUE(numbers_by_size({}).empty());
}

TEST(UnionFind, TheSmallestMemberStandsForTheSetInAnyOrderOfUnions) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (int i = 0; i < 30; ++i) pairs.emplace_back(random.below(40), random.below(40));
    UnionFind forward(40);
    UnionFind backward(40);
    for (const auto& [a, b] : pairs) forward.unite(a, b);
    for (auto pair = pairs.rbegin(); pair != pairs.rend(); ++pair)
      backward.unite(pair->second, pair->first);
    for (std::uint32_t i = 0; i < 40; ++i) {
      EXPECT_EQ(forward.find(i), backward.find(i));
      EXPECT_LE(forward.find(i), i);
    }
  }
}

}  // namespace
}  // namespace pagekin
