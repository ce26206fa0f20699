// What every evaluation score promises, over the registry.
#include <algorithm>
#include <cmath>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/core/random.h"
#include "pagekin/eval/score.h"

#include "reference/partition_scores.h"
#include "support/random_partition.h"

namespace pagekin::eval {

void PrintTo(const ScoreInfo& info, std::ostream* out) { *out << info.name; }

namespace {

using test::disturbed;
using test::random_partition;

constexpr double kTolerance = 1e-9;

struct Case {
  std::vector<int> templates;
  std::vector<int> clusters;
};

// Few and many parts, alike and unlike, with pages left out in every third case.
std::vector<Case> random_cases() {
  std::vector<Case> cases;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const std::size_t pages = 1 + random.below(25);
    const std::uint32_t parts = 1 + random.below(seed % 2 == 0 ? 5 : 25);
    Case one{.templates = random_partition(random, pages, parts)};
    one.clusters = seed % 3 == 0   ? random_partition(random, pages, parts, true)
                   : seed % 3 == 1 ? random_partition(random, pages, 1 + random.below(10))
                                   : disturbed(random, one.templates, 0.2, parts);
    cases.push_back(std::move(one));
  }
  return cases;
}

class ScoreContract : public testing::TestWithParam<ScoreInfo> {
 protected:
  double value(const std::vector<int>& templates, const std::vector<int>& clusters) const {
    return GetParam().value(tabulate(templates, clusters));
  }
};

TEST_P(ScoreContract, IsDocumented) {
  EXPECT_FALSE(GetParam().name.empty());
  EXPECT_FALSE(GetParam().summary.empty());
  EXPECT_FALSE(GetParam().references.empty());
  EXPECT_FALSE(GetParam().words.empty());
}

TEST_P(ScoreContract, IsWhatItsDefinitionSays) {
  for (const Case& c : random_cases()) {
    const auto expected = reference::partition_scores(c.templates, c.clusters);
    ASSERT_TRUE(expected.contains(GetParam().name)) << "the reference lacks this score";
    EXPECT_NEAR(value(c.templates, c.clusters), expected.find(GetParam().name)->second, kTolerance)
        << testing::PrintToString(c.templates) << testing::PrintToString(c.clusters);
  }
}

TEST_P(ScoreContract, LiesInItsRange) {
  for (const Case& c : random_cases()) {
    const double result = value(c.templates, c.clusters);
    EXPECT_GE(result, GetParam().lowest);
    EXPECT_LE(result, 1);
  }
}

TEST_P(ScoreContract, IsOneForEqualPartitionsThatHoldAPair) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    std::vector<int> labels = random_partition(random, 2 + random.below(60), 1 + random.below(60));
    labels.back() = labels.front();
    EXPECT_NEAR(value(labels, labels), 1, kTolerance);
  }
}

TEST_P(ScoreContract, DoesNotSeeTheNamesOfParts) {
  for (const Case& c : random_cases()) {
    std::vector<int> templates = c.templates;
    std::vector<int> clusters = c.clusters;
    for (int& label : templates) label = 1000 - label;
    for (int& label : clusters) label = label < 0 ? label : (label * 7919) % 10007;
    EXPECT_NEAR(value(templates, clusters), value(c.templates, c.clusters), kTolerance);
  }
}

TEST_P(ScoreContract, DoesNotSeeTheOrderOfPages) {
  for (Case c : random_cases()) {
    const double before = value(c.templates, c.clusters);
    std::reverse(c.templates.begin(), c.templates.end());
    std::reverse(c.clusters.begin(), c.clusters.end());
    EXPECT_NEAR(value(c.templates, c.clusters), before, kTolerance);
  }
}

TEST_P(ScoreContract, IsSymmetricWhereDeclared) {
  bool differs = false;
  for (const Case& c : random_cases()) {
    const std::vector<int> clusters = reference::separate_left_out(c.clusters);
    const double there = value(c.templates, clusters);
    const double back = value(clusters, c.templates);
    if (GetParam().symmetric) {
      EXPECT_NEAR(there, back, kTolerance);
    }
    differs = differs || std::abs(there - back) > kTolerance;
  }
  EXPECT_NE(differs, GetParam().symmetric) << "declared wrongly";
}

TEST_P(ScoreContract, TakesPagesWithoutALabelForNothing) {
  EXPECT_NEAR(value({0, -1, 0, 1, -1}, {0, 0, 1, 1, 2}), value({0, 0, 1}, {0, 1, 1}), kTolerance);
}

TEST_P(ScoreContract, IsFiniteForTinyAndForLargeTables) {
  EXPECT_TRUE(std::isfinite(value({}, {})));
  EXPECT_TRUE(std::isfinite(value({0}, {0})));
  EXPECT_TRUE(std::isfinite(value({0, 1}, {-1, -1})));
  // One cell of 70,000: its pairs overflow 32 bits.
  std::vector<int> templates(72'000, 0);
  std::vector<int> clusters(72'000, 0);
  for (std::size_t i = 70'000; i < templates.size(); ++i) {
    templates[i] = static_cast<int>(i % 5);
    clusters[i] = static_cast<int>(i % 3);
  }
  const double result = value(templates, clusters);
  EXPECT_GE(result, GetParam().lowest);
  EXPECT_LE(result, 1);
}

INSTANTIATE_TEST_SUITE_P(All, ScoreContract, testing::ValuesIn(scores().begin(), scores().end()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(Scores, HaveDifferentNames) {
  std::set<std::string_view> names;
  for (const ScoreInfo& info : scores()) names.insert(info.name);
  EXPECT_EQ(names.size(), scores().size());
}

TEST(Scores, AreFoundByName) {
  EXPECT_DOUBLE_EQ(score("purity", tabulate(std::vector{0, 1}, std::vector{0, 0})), 0.5);
}

TEST(Scores, NameTheChoicesWhenThereIsNoSuchScore) {
  try {
    score("beauty", {});
    FAIL() << "no Error";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("purity"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace pagekin::eval
