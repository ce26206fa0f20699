#include "pagekin/measure/set_measure.h"

#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "reference/set_measures.h"
#include "support/random_features.h"

namespace pagekin::measure {
namespace {

std::vector<std::string_view> names_of_set_measures() {
  std::vector<std::string_view> names;
  for (const MeasureInfo& info : measures()) {
    if (info.make({})->as_set() != nullptr) names.push_back(info.name);
  }
  return names;
}

double by_definition(Overlap overlap, SortedHashes a, SortedHashes b) {
  const auto in_a = reference::as_bag(std::vector(a.begin(), a.end()));
  const auto in_b = reference::as_bag(std::vector(b.begin(), b.end()));
  switch (overlap) {
    case Overlap::kJaccard:
      return reference::jaccard(in_a, in_b);
    case Overlap::kDice:
      return reference::dice(in_a, in_b);
    case Overlap::kShareOfLarger:
      return reference::share_of_larger(in_a, in_b);
    case Overlap::kBinaryCosine:
      return reference::binary_cosine(in_a, in_b);
  }
  return -1;
}

TEST(SetMeasure, AreTheMeasuresThatLookAtOneSet) {
  EXPECT_EQ(names_of_set_measures(),
            (std::vector<std::string_view>{"style", "path_cosine", "path_jaccard", "tree_paths",
                                           "pq_gram", "common_paths", "common_path_shingles",
                                           "tag_shingles"}));
}

TEST(SetMeasure, NothingButTheSetsCounts) {
  for (const std::string_view name : names_of_set_measures()) {
    const auto measure = make(name);
    const SetMeasure& sets = *measure->as_set();
    test::RandomPages random(5);
    for (std::uint32_t i = 0; i < 100; ++i) {
      Features a = random.page(i % 3);
      Features b = random.page(i % 2);
      measure->prepare(a);
      measure->prepare(b);
      const SortedHashes in_a = sets.set_of(a);
      const SortedHashes in_b = sets.set_of(b);
      ASSERT_TRUE(std::ranges::is_sorted(in_a));
      ASSERT_NEAR(measure->similarity(a, b), by_definition(sets.overlap(), in_a, in_b), 1e-12)
          << name;
      const Basis basis = measure->basis(a, b);
      EXPECT_EQ(basis.what, sets.members());
      EXPECT_EQ(basis.sizes[0], in_a.size());
      EXPECT_EQ(basis.sizes[1], in_b.size());
      EXPECT_EQ(basis.shared, common_count(in_a, in_b));
    }
  }
}

TEST(OverlapScore, GrowsWithCommonValuesAndFallsWithSizes) {
  for (const Overlap overlap :
       {Overlap::kJaccard, Overlap::kDice, Overlap::kShareOfLarger, Overlap::kBinaryCosine}) {
    for (std::size_t a = 1; a < 30; ++a) {
      for (std::size_t b = 1; b < 30; ++b) {
        const OverlapScore score(overlap, a, b);
        EXPECT_EQ(score(0), 0);
        for (std::size_t common = 1; common <= std::min(a, b); ++common) {
          EXPECT_GT(score(common), score(common - 1));
          EXPECT_GE(score(common), OverlapScore(overlap, a, b + 1)(common));
          EXPECT_EQ(score(common), OverlapScore(overlap, b, a)(common));
        }
      }
      EXPECT_EQ(OverlapScore(overlap, a, a)(a), 1);
    }
  }
}

}  // namespace
}  // namespace pagekin::measure
