#include "pagekin/sketch/minhash.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "support/rounds.h"

namespace pagekin::sketch {
namespace {

using Values = std::vector<std::uint64_t>;
using Signature = std::array<std::uint32_t, 256>;

Signature signature(const Values& bag) {
  Signature made{};
  minhash(bag, made);
  return made;
}

// Two bags with `common` values in both and `own` values in each only.
struct TwoBags {
  Values a, b;
};
TwoBags two_bags(Random& random, std::uint32_t common, std::uint32_t own) {
  TwoBags bags;
  for (std::uint32_t i = 0; i < common; ++i) {
    bags.a.push_back(random.next());
    bags.b.push_back(bags.a.back());
  }
  for (std::uint32_t i = 0; i < own; ++i) {
    bags.a.push_back(random.next());
    bags.b.push_back(random.next());
  }
  std::ranges::sort(bags.a);
  std::ranges::sort(bags.b);
  return bags;
}

std::size_t equal_entries(const Signature& a, const Signature& b) {
  std::size_t equal = 0;
  for (std::size_t i = 0; i < a.size(); ++i) equal += a[i] == b[i] ? 1 : 0;
  return equal;
}

TEST(Minhash, EqualEntriesAreAsFrequentAsCommonValues) {
  // Fewer and more values than entries; all of Jaccard similarity 2/3.
  for (const std::uint32_t scale : {1U, 10U, 100U, 1'000U}) {
    Random random(scale);
    std::size_t equal = 0;
    const std::size_t runs = test::rounds(200U);
    for (std::size_t run = 0; run < runs; ++run) {
      const TwoBags bags = two_bags(random, 4 * scale, scale);
      equal += equal_entries(signature(bags.a), signature(bags.b));
    }
    EXPECT_NEAR(static_cast<double>(equal) / (static_cast<double>(runs) * 256), 4.0 / 6, 0.03)
        << scale;
  }
}

// Within 3.3 standard deviations of a sum of independent entries, in 99 of 100 pairs.
TEST(Minhash, EstimatesAreAsCloseAsTheNumberOfEntriesAllows) {
  for (const std::size_t entries : {64U, 128U, 256U}) {
    Random random(entries);
    const int pairs = test::rounds(1'000);
    int close = 0;
    for (int pair = 0; pair < pairs; ++pair) {
      const std::uint32_t common = 100 + random.below(500);
      const std::uint32_t own = 25 + random.below(150);
      const TwoBags bags = two_bags(random, common, own);
      std::vector<std::uint32_t> a(entries);
      std::vector<std::uint32_t> b(entries);
      minhash(bags.a, a);
      minhash(bags.b, b);
      const auto count = static_cast<double>(entries);
      double estimate = 0;
      for (std::size_t i = 0; i < entries; ++i) estimate += a[i] == b[i] ? 1 / count : 0;
      const double jaccard = static_cast<double>(common) / static_cast<double>(common + 2 * own);
      const double deviation = std::sqrt(jaccard * (1 - jaccard) / count);
      close += std::abs(estimate - jaccard) <= 3.3 * deviation ? 1 : 0;
    }
    EXPECT_GE(close, pairs * 99 / 100) << entries;
  }
}

TEST(Minhash, EqualSetsHaveEqualSignaturesAndOthersHaveNot) {
  EXPECT_EQ(signature({1, 2, 3}), signature({1, 2, 3}));
  EXPECT_EQ(equal_entries(signature({1}), signature({2})), 0U);
  EXPECT_EQ(equal_entries(signature({}), signature({2})), 0U);
  EXPECT_EQ(signature({}), Signature{});
}

TEST(Minhash, CountsRepeatedValuesOfBags) {
  const Values once = {7, 8};
  const Values often = {7, 7, 7, 7, 8};  // two of five in common
  EXPECT_NE(signature(once), signature(often));
  EXPECT_NEAR(static_cast<double>(equal_entries(signature(once), signature(often))), 0.4 * 256, 80);
}

TEST(Minhash, SignaturesAreTheSameOnEveryMachine) {
  std::array<std::uint32_t, 4> made{};
  minhash(Values{1, 2, 3, 3, 1'000'000'007}, made);
  EXPECT_EQ(made, (std::array<std::uint32_t, 4>{961533174, 3109016822, 1421713006, 761659942}));
}

TEST(Bands, AreAsWideAsTheProbabilityAllows) {
  for (const double jaccard : {0.05, 0.3, 0.5, 0.8, 0.9, 0.99}) {
    const auto bands = choose_bands(256, jaccard, 0.999);
    ASSERT_TRUE(bands.has_value());
    EXPECT_GE(bands->found(jaccard), 0.999);
    EXPECT_LE(bands->count * bands->width, 256U);
    const Bands wider{.count = 256 / (bands->width + 1), .width = bands->width + 1};
    EXPECT_LT(wider.found(jaccard), 0.999);
    EXPECT_NEAR(bands->found(0.5),
                1 - std::pow(1 - std::pow(0.5, bands->width), static_cast<double>(bands->count)),
                1e-12);
  }
  EXPECT_EQ(choose_bands(256, 0.8, 0.999), (Bands{36, 7}));
  EXPECT_EQ(choose_bands(256, 1, 0.999), (Bands{1, 256}));
  EXPECT_EQ(choose_bands(256, 0.01, 0.999), std::nullopt);
}

// Within three standard deviations of what Bands::found() says.
TEST(Bands, MakeSetsMeetAsOftenAsTheySay) {
  constexpr Bands bands{.count = 32, .width = 8};
  constexpr int pairs = 1'000;
  Random random(5);
  int met = 0;
  for (int pair = 0; pair < pairs; ++pair) {
    const TwoBags bags = two_bags(random, 500, 150);
    const Signature a = signature(bags.a);
    const Signature b = signature(bags.b);
    bool meet = false;
    for (std::size_t i = 0; i < a.size(); i += bands.width) {
      meet = meet || std::equal(a.begin() + static_cast<std::ptrdiff_t>(i),
                                a.begin() + static_cast<std::ptrdiff_t>(i + bands.width),
                                b.begin() + static_cast<std::ptrdiff_t>(i));
    }
    met += meet ? 1 : 0;
  }
  const double expected = bands.found(500.0 / 800);
  const double deviation = std::sqrt(expected * (1 - expected) / pairs);
  EXPECT_NEAR(static_cast<double>(met) / pairs, expected, 3 * deviation);
}

}  // namespace
}  // namespace pagekin::sketch
