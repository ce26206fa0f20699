#include "pagekin/cluster/canonical_order.h"

#include <gtest/gtest.h>

#include "support/random_matrix.h"

namespace pagekin::cluster {
namespace {

TEST(CanonicalOrder, IsTheSameInWhateverOrderPagesCome) {
  Random random(21);
  for (int round = 0; round < 60; ++round) {
    const std::size_t pages = random.below(40);
    const SimilarityMatrix matrix = test::random_matrix(random, pages, round % 2 == 0 ? 0 : 9);
    const std::vector<PageId> order = test::random_order(random, pages);
    const std::vector<std::uint32_t> here = canonical_order(matrix);
    const std::vector<std::uint32_t> there = canonical_order(test::reordered(matrix, order));
    ASSERT_EQ(here.size(), pages);
    for (std::size_t i = 0; i < pages && pages > 12; ++i) ASSERT_EQ(there[i], order[here[i]]);
  }
}

// A line of five: its ends have the same similarities, and so have the two beside them; only
// looking further tells the middle from these.
TEST(CanonicalOrder, LooksBeyondTheSimilaritiesOfAPage) {
  const auto line = [](const std::vector<PageId>& at) {
    SimilarityMatrix matrix(5);
    for (std::size_t i = 0; i + 1 < 5; ++i) {
      matrix.row(std::max(at[i], at[i + 1]))[std::min(at[i], at[i + 1])] = 0.9F;
    }
    return matrix;
  };
  const std::vector<PageId> at = {3, 0, 4, 2, 1};
  const std::vector<std::uint32_t> here = places_in(canonical_order(line({0, 1, 2, 3, 4})));
  const std::vector<std::uint32_t> there = places_in(canonical_order(line(at)));
  EXPECT_EQ(here[2], there[at[2]]);
}

TEST(CanonicalOrder, PagesThatAreAlikeKeepTheirOrder) {
  SimilarityMatrix matrix(4);
  for (std::size_t a = 0; a < 4; ++a) std::ranges::fill(matrix.row(a), 0.5F);
  EXPECT_EQ(canonical_order(matrix), (std::vector<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(places_in({2, 0, 1}), (std::vector<std::uint32_t>{1, 2, 0}));
}

}  // namespace
}  // namespace pagekin::cluster
