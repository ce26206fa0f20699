#include "pagekin/eval/internal_quality.h"

#include <atomic>

#include "pagekin/core/random.h"

#include "reference/internal_quality.h"

namespace pagekin::eval {
namespace {

using Square = std::vector<std::vector<double>>;

Square random_similarities(Random& random, std::size_t pages) {
  Square square(pages, std::vector<double>(pages, 1));
  for (std::size_t i = 0; i < pages; ++i) {
    for (std::size_t j = 0; j < i; ++j) square[i][j] = square[j][i] = random.unit();
  }
  return square;
}

InternalQuality quality_of(const std::vector<int>& clusters, const Square& square,
                           unsigned threads = 1, Progress* progress = nullptr) {
  return internal_quality(
      clusters, [&](std::size_t a, std::size_t b) { return square[a][b]; }, threads, progress);
}

void expect_near(const std::optional<double>& got, const std::optional<double>& wanted) {
  ASSERT_EQ(got.has_value(), wanted.has_value());
  if (!got) return;
  EXPECT_NEAR(*got, *wanted, 1e-12);
}

TEST(InternalQuality, IsWhatTheDefinitionsGive) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::size_t pages = random.below(seed % 10 == 0 ? 200 : 30);
    const std::uint32_t most = 1 + random.below(10);
    std::vector<int> clusters;
    for (std::size_t i = 0; i < pages; ++i) {
      clusters.push_back(static_cast<int>(random.below(most + 1)) * 3 - 3);  // gaps, some left out
    }
    const Square square = random_similarities(random, pages);
    const InternalQuality quality = quality_of(clusters, square, 2);

    std::vector<std::size_t> taken;
    for (std::size_t i = 0; i < pages; ++i) {
      if (clusters[i] >= 0) taken.push_back(i);
    }
    EXPECT_EQ(quality.pages, taken.size());
    EXPECT_EQ(quality.left_out, pages - taken.size());
    const reference::Quality all = reference::internal_quality(clusters, square, taken);
    expect_near(quality.silhouette, all.silhouette);
    expect_near(quality.cohesion, all.cohesion);
    expect_near(quality.separation, all.separation);
    std::uint64_t sum = 0;
    for (const ClusterQuality& one : quality.clusters) {
      std::vector<std::size_t> members;
      for (const std::size_t page : taken) {
        if (clusters[page] == one.cluster) members.push_back(page);
      }
      EXPECT_EQ(one.pages, members.size());
      sum += one.pages;
      const reference::Quality part = reference::internal_quality(clusters, square, members);
      expect_near(one.silhouette, part.silhouette);
      expect_near(one.cohesion, part.cohesion);
      expect_near(one.separation, part.separation);
    }
    EXPECT_EQ(sum, quality.pages);
  }
}

TEST(InternalQuality, IsTheSameBitForBitForAnyNumberOfThreads) {
  Random random(7);
  const std::size_t pages = 500;
  std::vector<int> clusters;
  for (std::size_t i = 0; i < pages; ++i) clusters.push_back(static_cast<int>(random.below(40)));
  const Square square = random_similarities(random, pages);
  const InternalQuality one = quality_of(clusters, square, 1);
  for (const unsigned threads : {2U, 5U, 16U}) {
    const InternalQuality other = quality_of(clusters, square, threads);
    EXPECT_EQ(one.silhouette, other.silhouette);
    EXPECT_EQ(one.cohesion, other.cohesion);
    EXPECT_EQ(one.separation, other.separation);
    for (std::size_t i = 0; i < one.clusters.size(); ++i) {
      EXPECT_EQ(one.clusters[i].silhouette, other.clusters[i].silhouette);
      EXPECT_EQ(one.clusters[i].separation, other.clusters[i].separation);
    }
  }
}

TEST(InternalQuality, AsksForEachPairOnce) {
  std::atomic<std::uint64_t> asked{0};
  Progress progress;
  const std::vector<int> clusters(150, 4);
  internal_quality(
      clusters,
      [&](std::size_t, std::size_t) {
        ++asked;
        return 0.5;
      },
      2, &progress);
  EXPECT_EQ(asked, 150U * 149 / 2);
  EXPECT_EQ(progress.done, asked);
  EXPECT_EQ(progress.total, asked);
}

TEST(InternalQuality, OfTwoFarPairsIsHigh) {
  const Square square = {
      {1, 0.9, 0.1, 0.1}, {0.9, 1, 0.1, 0.1}, {0.1, 0.1, 1, 0.9}, {0.1, 0.1, 0.9, 1}};
  const InternalQuality quality = quality_of({0, 0, 1, 1}, square);
  EXPECT_DOUBLE_EQ(quality.cohesion.value(), 0.9);
  EXPECT_DOUBLE_EQ(quality.separation.value(), 0.9);
  EXPECT_DOUBLE_EQ(quality.silhouette.value(), (0.9 - 0.1) / 0.9);
}

TEST(InternalQuality, APageAloneCountsNought) {
  const Square square = {{1, 0.8, 0.2}, {0.8, 1, 0.2}, {0.2, 0.2, 1}};
  const InternalQuality quality = quality_of({0, 0, 1}, square);
  EXPECT_DOUBLE_EQ(quality.silhouette.value(), 2.0 / 3 * (0.8 - 0.2) / 0.8);
  EXPECT_DOUBLE_EQ(quality.clusters[1].silhouette.value(), 0);
  EXPECT_FALSE(quality.clusters[1].cohesion.has_value());
}

TEST(InternalQuality, HasNoValueWhereThereIsNoPair) {
  const Square square(2, {1, 1});
  const InternalQuality together = quality_of({3, 3}, square);
  EXPECT_FALSE(together.silhouette.has_value());
  EXPECT_FALSE(together.separation.has_value());
  EXPECT_DOUBLE_EQ(together.cohesion.value(), 1);
  const InternalQuality apart = quality_of({0, 1}, square);
  EXPECT_FALSE(apart.cohesion.has_value());
  EXPECT_DOUBLE_EQ(apart.silhouette.value(), 0);
  const InternalQuality none = quality_of({-1, -1}, square);
  EXPECT_EQ(none.left_out, 2U);
  EXPECT_FALSE(none.silhouette || none.cohesion || none.separation);
  EXPECT_EQ(quality_of({}, {}).pages, 0U);
}

TEST(InternalQuality, EqualPagesInTwoClustersAreNoDivisionByZero) {
  const Square square(4, {1, 1, 1, 1});
  EXPECT_DOUBLE_EQ(quality_of({0, 0, 1, 1}, square).silhouette.value(), 0);
}

}  // namespace
}  // namespace pagekin::eval
