#include "pagekin/measure/overlap.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "reference/set_measures.h"

namespace pagekin::measure {
namespace {

using Hashes = std::vector<std::uint64_t>;

Hashes random_bag(Random& random, std::uint32_t most, std::uint32_t values) {
  Hashes bag(random.below(most + 1));
  for (std::uint64_t& value : bag) value = random.below(values);
  std::ranges::sort(bag);
  return bag;
}

// Bags of all ratios of sizes and densities.
template <class Check>
void for_random_bags(Check check) {
  for (std::uint64_t seed = 0; seed < 1'000; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    constexpr std::uint32_t sizes[] = {0, 1, 5, 60, 400};
    const std::uint32_t values = 1 + random.below(500);
    const Hashes a = random_bag(random, sizes[random.below(5)], values);
    const Hashes b = random.chance(0.1) ? a : random_bag(random, sizes[random.below(5)], values);
    check(a, b);
  }
}

TEST(CommonCount, CountsRepeatedValuesAsOftenAsBothHaveThem) {
  EXPECT_EQ(common_count(Hashes{7, 7, 7, 9}, Hashes{7, 7, 8}), 2u);
  EXPECT_EQ(common_count(Hashes{}, Hashes{1}), 0u);
  EXPECT_EQ(common_count(Hashes{UINT64_MAX}, Hashes{0, UINT64_MAX}), 1u);
}

TEST(CommonCount, FindsAFewAmongMany) {
  Hashes many;
  for (std::uint64_t i = 0; i < 10'000; ++i) many.push_back(2 * i);
  EXPECT_EQ(common_count(Hashes{0, 1, 5'000, 19'998, 19'999}, many), 3u);
  EXPECT_EQ(common_count(many, Hashes{20'000}), 0u);
}

TEST(CommonCount, AgreesWithTheDefinition) {
  for_random_bags([](const Hashes& a, const Hashes& b) {
    const std::size_t expected =
        reference::common_count(reference::as_bag(a), reference::as_bag(b));
    EXPECT_EQ(common_count(a, b), expected);
    EXPECT_EQ(common_count(b, a), expected);
    EXPECT_EQ(common_count(a, b, expected), expected);
    for (const std::size_t more : {1UL, 2UL, 50UL, 1'000UL}) {
      EXPECT_LT(common_count(a, b, expected + more), expected + more);
    }
  });
}

TEST(SetSimilarities, AgreeWithTheDefinition) {
  using Bag = std::multiset<std::uint64_t>;
  const std::pair<Overlap, double (*)(const Bag&, const Bag&)> twins[] = {
      {Overlap::kJaccard, reference::jaccard<std::uint64_t>},
      {Overlap::kDice, reference::dice<std::uint64_t>},
      {Overlap::kShareOfLarger, reference::share_of_larger<std::uint64_t>},
      {Overlap::kBinaryCosine, reference::binary_cosine<std::uint64_t>}};
  for_random_bags([&](const Hashes& a, const Hashes& b) {
    for (const auto& [overlap, twin] : twins) {
      const auto similarity = [overlap = overlap](const Hashes& x, const Hashes& y,
                                                  double at_least) {
        return measure::similarity(overlap, x, y, at_least);
      };
      const double value = similarity(a, b, 0);
      EXPECT_NEAR(value, twin(reference::as_bag(a), reference::as_bag(b)), 1e-12);
      EXPECT_EQ(value, similarity(b, a, 0));
      EXPECT_EQ(value == 1, a == b);
      EXPECT_GE(value, 0);
      // A cutoff at or below the value changes nothing; with one above it the result is below it.
      EXPECT_EQ(similarity(a, b, value), value);
      EXPECT_EQ(similarity(a, b, value / 2), value);
      for (const double above : {std::nextafter(value, 2.0), value + 0.1, 1.0}) {
        if (above > value) {
          EXPECT_LT(similarity(a, b, above), above);
        }
      }
    }
  });
}

TEST(SetSimilarities, SizesAloneDecideClearCases) {
  // Best case 1 / 4; the true value is 0.
  EXPECT_DOUBLE_EQ(jaccard(Hashes{9}, Hashes{1, 2, 3, 4}, 0.9), 0.25);
}

}  // namespace
}  // namespace pagekin::measure
