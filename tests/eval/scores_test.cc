// Published values, degenerate partitions and left-out pages. What all scores promise is checked in
// contract/score_contract_test.cc.
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pagekin/core/random.h"
#include "pagekin/eval/information.h"
#include "pagekin/eval/score.h"

#include "support/random_partition.h"
#include "support/shared.h"

namespace pagekin::eval {
namespace {

double value(const char* name, const std::vector<int>& templates,
             const std::vector<int>& clusters) {
  return score(name, tabulate(templates, clusters));
}

// By the short names of the suite.
double suite_value(const std::string& name, const Contingency& table) {
  if (name == "mi") return mutual_information(table);
  if (name == "emi") {
    return expected_mutual_information(table.template_sizes, table.cluster_sizes, table.pages);
  }
  if (name == "ari") return score("adjusted_rand_index", table);
  if (name == "v") return score("v_measure", table);
  if (name == "fmi") return score("fowlkes_mallows", table);
  return score(name, table);
}

// A list, or {"repeat": list, "n": total}: each entry total / list length times.
// The one case whose list is left to words is one template in clusters of one.
std::vector<int> suite_labels(const nlohmann::json& labels, bool are_clusters) {
  if (labels.is_array()) return labels.get<std::vector<int>>();
  std::vector<int> all(labels["n"].get<std::size_t>());
  if (labels["repeat"].is_array()) {
    const auto once = labels["repeat"].get<std::vector<int>>();
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = once[i % once.size()];
  } else if (are_clusters) {
    std::iota(all.begin(), all.end(), 0);
  }
  return all;
}

TEST(Scores, HaveThePublishedValues) {
  PAGEKIN_NEEDS_SHARED();
  const auto suite = nlohmann::json::parse(
      test::read_file(test::shared_dir() / "suites/clustering-metrics/vectors.json"));
  ASSERT_EQ(suite["cases"].size(), 21U);
  int number = 0;
  for (const auto& c : suite["cases"]) {
    const Contingency table =
        tabulate(suite_labels(c["labels_true"], false), suite_labels(c["labels_pred"], true));
    for (const auto& [name, exact] : c["exact"].items()) {
      EXPECT_NEAR(suite_value(name, table), exact.get<double>(), 1e-9) << name << number;
    }
    const double tolerance = 0.5 * std::pow(10, -c["decimals"].get<int>());
    for (const auto& [name, published] : c["published"].items()) {
      EXPECT_NEAR(suite_value(name, table), published.get<double>(), tolerance) << name << number;
    }
    ++number;
  }
}

TEST(Scores, OfOnlyClustersOfOneAreAsInScikitLearn) {
  const std::vector<int> alone = {0, 1, 2};
  for (const ScoreInfo& info : scores()) {
    const double expected = info.name == "fowlkes_mallows" ? 0 : 1;
    EXPECT_DOUBLE_EQ(info.value(tabulate(alone, alone)), expected) << info.name;
  }
}

TEST(Scores, OfOneClusterForOneTemplateAreOne) {
  for (const ScoreInfo& info : scores()) {
    EXPECT_DOUBLE_EQ(info.value(tabulate(std::vector{4, 4}, std::vector{2, 2})), 1) << info.name;
  }
}

TEST(Scores, OfNoPagesAreAsInScikitLearn) {
  for (const ScoreInfo& info : scores()) {
    EXPECT_DOUBLE_EQ(info.value({}), info.name == "fowlkes_mallows" ? 0 : 1) << info.name;
  }
}

TEST(PairScores, AreOneWhereThereIsNoPairToGetWrong) {
  EXPECT_DOUBLE_EQ(value("precision", {0, 0, 0}, {0, 1, 2}), 1);
  EXPECT_DOUBLE_EQ(value("recall", {0, 0, 0}, {0, 1, 2}), 0);
  EXPECT_DOUBLE_EQ(value("recall", {0, 1, 2}, {0, 0, 0}), 1);
  EXPECT_DOUBLE_EQ(value("f1", {0, 0, 0}, {0, 1, 2}), 0);
}

TEST(PairScores, CountMorePairsThanFitIn32Bits) {
  const std::size_t n = 200'000;
  std::vector<int> templates(n, 0);
  std::vector<int> clusters(n, 0);
  for (std::size_t i = 0; i < n / 2; ++i) templates[i] = 1;
  const Contingency table = tabulate(templates, clusters);
  const double half = 0.5 * n * (0.5 * n - 1);  // two halves of one cluster
  EXPECT_DOUBLE_EQ(score("precision", table), half / (0.5 * n * (n - 1.0)));
  EXPECT_DOUBLE_EQ(score("recall", table), 1);
  EXPECT_DOUBLE_EQ(score("adjusted_rand_index", table), 0);
}

TEST(AdjustedScores, AreNearZeroForRandomClusters) {
  for (const std::uint32_t parts : {2U, 10U, 50U, 90U}) {
    Random random(parts);
    const auto templates = test::random_partition(random, 1000, parts);
    const auto clusters = test::random_partition(random, 1000, parts);
    EXPECT_NEAR(value("adjusted_rand_index", templates, clusters), 0, 0.03);
    EXPECT_NEAR(value("ami", templates, clusters), 0, 0.03);
  }
}

TEST(Ami, KeepsItsDigitsForManyPages) {
  // Two equal partitions into one pair and single pages: 1, although the entropies and the
  // expectation agree in their first five digits.
  const std::size_t n = 100'000;
  std::vector<int> labels(n);
  std::iota(labels.begin(), labels.end(), 0);
  labels[0] = 1;
  EXPECT_NEAR(value("ami", labels, labels), 1, 1e-8);
  // Sizes 1, 2, 3 ... on both sides: the most different sizes there can be.
  for (std::size_t i = 0, part = 0, room = 1; i < n; ++i, --room) {
    if (room == 0) room = ++part + 1;
    labels[i] = static_cast<int>(part);
  }
  EXPECT_NEAR(value("ami", labels, labels), 1, 1e-9);
}

TEST(Ami, ExpectsWhatTwoHalvesOfManyPagesShareByChance) {
  // For a 2 x 2 table the expectation tends to (2 - 1)(2 - 1) / (2 n).
  const std::uint64_t n = 10'000'000;
  const std::vector<std::uint64_t> halves = {n / 2, n / 2};
  EXPECT_NEAR(expected_mutual_information(halves, halves, n) * 2 * static_cast<double>(n), 1, 1e-6);
}

TEST(LeftOutPages, CountAsClustersOfOne) {
  const std::vector<int> templates = {0, 0, 0, 1, 1};
  for (const ScoreInfo& info : scores()) {
    if (info.name == "average_purity") continue;
    EXPECT_DOUBLE_EQ(info.value(tabulate(templates, std::vector{0, 0, -1, 1, -1})),
                     info.value(tabulate(templates, std::vector{0, 0, 2, 1, 3})))
        << info.name;
  }
}

TEST(LeftOutPages, LowerRecallAndLeavePrecisionAlone) {
  EXPECT_DOUBLE_EQ(value("precision", {0, 0, 0, 1}, {0, 0, 0, 0}), 0.5);
  EXPECT_DOUBLE_EQ(value("precision", {0, 0, 0, 1}, {0, 0, -1, -1}), 1);
  EXPECT_DOUBLE_EQ(value("recall", {0, 0, 0, 1}, {0, 0, -1, -1}), 1.0 / 3);
}

TEST(LeftOutPages, AreNoClustersInAveragePurity) {
  EXPECT_DOUBLE_EQ(value("average_purity", {0, 1, 0, 1}, {0, 0, -1, -1}), 0.5);
  EXPECT_DOUBLE_EQ(value("purity", {0, 1, 0, 1}, {0, 0, -1, -1}), 0.75);
  EXPECT_DOUBLE_EQ(value("average_purity", {0, 1}, {-1, -1}), 1);
}

}  // namespace
}  // namespace pagekin::eval
