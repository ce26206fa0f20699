#include "pagekin/sketch/split_entropy.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "support/random_fingerprints.h"

namespace pagekin::sketch {
namespace {

using test::Entries;

std::vector<SplitEntropy> entropies_of(const std::vector<Entries>& pages, int length) {
  return split_entropies(std::vector<Fingerprint>(pages.begin(), pages.end()), length);
}

double entropy_of(const std::vector<Entries>& parts) {
  std::map<Entries, double> counts;
  for (const Entries& part : parts) ++counts[part];
  double sum = 0;
  for (const auto& [part, count] : counts) {
    const double share = count / static_cast<double>(parts.size());
    sum -= share * std::log2(share);
  }
  return sum;
}

TEST(SplitEntropy, OfTwoEquallyLikelyPartsIsOneBit) {
  const auto entropies = entropies_of({{0, 1, 5}, {0, 2, 5}}, 3);
  ASSERT_EQ(entropies.size(), 2u);
  EXPECT_DOUBLE_EQ(entropies[0].first, 0);
  EXPECT_DOUBLE_EQ(entropies[0].last, 1);
  EXPECT_DOUBLE_EQ(entropies[1].first, 1);
  EXPECT_DOUBLE_EQ(entropies[1].last, 0);
}

TEST(SplitEntropy, OfNoFingerprintsIsZero) {
  const auto entropies = entropies_of({}, 4);
  ASSERT_EQ(entropies.size(), 3u);
  EXPECT_EQ(entropies[2].first, 0);
  EXPECT_TRUE(entropies_of({{0}}, 1).empty());
}

TEST(SplitEntropy, AgreesWithCountingTheParts) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::size_t length = 2 + random.below(12);
    const auto pages = test::random_fingerprints(random, 100, length, 2 + random.below(4));
    const auto entropies = entropies_of(pages, static_cast<int>(length));
    for (std::size_t cut = 1; cut < length; ++cut) {
      std::vector<Entries> first;
      std::vector<Entries> last;
      for (const Entries& page : pages) {
        const auto middle = page.begin() + static_cast<std::ptrdiff_t>(std::min(cut, page.size()));
        first.emplace_back(page.begin(), middle);
        last.emplace_back(middle, page.end());
      }
      EXPECT_NEAR(entropies[cut - 1].first, entropy_of(first), 1e-9);
      EXPECT_NEAR(entropies[cut - 1].last, entropy_of(last), 1e-9);
    }
  }
}

TEST(SplitEntropy, BreaksEvenWhereTheFirstPartsTellAsMuch) {
  EXPECT_EQ(break_even_split({}), 1);
  using Table = std::vector<SplitEntropy>;
  EXPECT_EQ(break_even_split(Table{{1, 5}, {3, 4}, {4, 4}, {5, 2}}), 3);
  EXPECT_EQ(break_even_split(Table{{5, 5}}), 1);
  EXPECT_EQ(break_even_split(Table{{1, 5}, {2, 4}}), 2);
}

}  // namespace
}  // namespace pagekin::sketch
