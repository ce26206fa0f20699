#include "pagekin/cluster/k_medoids.h"

#include <set>

#include <gtest/gtest.h>

#include "reference/k_medoids.h"
#include "support/random_matrix.h"

namespace pagekin::cluster {
namespace {

TEST(KMedoids, EndsWhereNoSwapHelps) {
  Random random(11);
  for (int round = 0; round < 150; ++round) {
    const std::size_t pages = 1 + random.below(24);
    const SimilarityMatrix matrix =
        test::random_matrix(random, pages, round % 3 == 0 ? 1 + random.below(6) : 0);
    const std::size_t clusters = 1 + random.below(6);
    const Medoids found = k_medoids(matrix, {.clusters = clusters, .seed = random.next()});
    ASSERT_LE(found.deviation, found.first_deviation + 1e-9);
    ASSERT_NEAR(found.deviation, reference::deviation(matrix, found.medoids), 1e-9);
    ASSERT_GE(reference::best_after_a_swap(matrix, found.medoids), found.deviation - 2e-9) << round;
  }
}

TEST(KMedoids, PagesBelongToTheNearestMedoid) {
  Random random(12);
  for (int round = 0; round < 100; ++round) {
    const std::size_t pages = 1 + random.below(30);
    const SimilarityMatrix matrix = test::random_matrix(random, pages);
    const Medoids found = k_medoids(matrix, {.clusters = 1 + random.below(8), .seed = 5});
    ASSERT_EQ(found.clustering, canonical(found.clustering.labels));
    ASSERT_EQ(found.medoids.size(), static_cast<std::size_t>(found.clustering.cluster_count));
    for (PageId page = 0; page < pages; ++page) {
      const PageId own = found.medoids[static_cast<std::size_t>(found.clustering.labels[page])];
      for (const PageId medoid : found.medoids) ASSERT_GE(matrix(page, own), matrix(page, medoid));
    }
  }
}

// A local optimum need not be the best one; of ten, one usually is.
TEST(KMedoids, IsMostlyTheBestOfFewTries) {
  Random random(13);
  int best = 0;
  for (int round = 0; round < 40; ++round) {
    const SimilarityMatrix matrix = test::random_matrix(random, 12);
    double least = 100;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      least = std::min(least, k_medoids(matrix, {.clusters = 3, .seed = seed}).deviation);
    }
    const double possible = reference::least_deviation(matrix, 3);
    ASSERT_GE(least, possible - 1e-9);
    best += least < possible + 1e-9 ? 1 : 0;
  }
  EXPECT_GE(best, 36);
}

TEST(KMedoids, FindsGroupsThatAreFarApart) {
  Random random(14);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SimilarityMatrix matrix(40);
    std::vector<int> labels(40);
    for (std::size_t a = 0; a < 40; ++a) {
      labels[a] = static_cast<int>(a % 4);
      for (std::size_t b = 0; b < a; ++b) {
        matrix.row(a)[b] = static_cast<float>(random.unit() * 0.2 + (a % 4 == b % 4 ? 0.8 : 0));
      }
    }
    EXPECT_EQ(k_medoids(matrix, {.clusters = 4, .seed = seed}).clustering, canonical(labels));
  }
}

TEST(KMedoids, HasNoMoreClustersThanThereAreDifferentPages) {
  SimilarityMatrix matrix(6);  // 0 = 2 = 4, 1 = 3, and 5
  for (std::size_t a = 0; a < 6; ++a) {
    for (std::size_t b = 0; b < a; ++b) matrix.row(a)[b] = a != 5 && a % 2 == b % 2 ? 1.0F : 0.3F;
  }
  for (const std::size_t clusters : {3U, 4U, 6U, 1000U}) {
    const Medoids found = k_medoids(matrix, {.clusters = clusters});
    EXPECT_EQ(found.clustering, (Clustering{{0, 1, 0, 1, 0, 2}, 3}));
    EXPECT_EQ(found.deviation, 0);
  }
}

TEST(KMedoids, WithKeysTheOrderOfPagesMattersForTheNumbersOnly) {
  Random random(15);
  for (int round = 0; round < 120; ++round) {
    const std::size_t pages = 2 + random.below(30);
    const SimilarityMatrix matrix = test::random_matrix(random, pages, 1 + random.below(20));
    const std::vector<PageId> order = test::random_order(random, pages);
    const KMedoidsOptions here{.clusters = 1 + random.below(5), .seed = random.next()};
    const std::vector<std::uint64_t> keys = test::keys_of(order);
    KMedoidsOptions there = here;
    there.keys = keys;
    ASSERT_EQ(test::put_back(k_medoids(test::reordered(matrix, order), there).clustering, order),
              k_medoids(matrix, here).clustering);
  }
}

TEST(KMedoids, AnotherSeedMayGiveAnotherResult) {
  Random random(16);
  const SimilarityMatrix matrix = test::random_matrix(random, 60);
  std::set<std::vector<int>> results;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const KMedoidsOptions options{.clusters = 6, .seed = seed};
    results.insert(k_medoids(matrix, options).clustering.labels);
    ASSERT_EQ(k_medoids(matrix, options).clustering, k_medoids(matrix, options).clustering);
  }
  EXPECT_GT(results.size(), 1U);
}

TEST(KMedoids, OfOnePageOrNone) {
  EXPECT_EQ(k_medoids(SimilarityMatrix(0), {.clusters = 3}).clustering, Clustering{});
  EXPECT_EQ(k_medoids(SimilarityMatrix(1), {.clusters = 3}).clustering, (Clustering{{0}, 1}));
}

}  // namespace
}  // namespace pagekin::cluster
