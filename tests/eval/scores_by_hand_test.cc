// Each score on two examples that are small enough to compute by hand.
//
// eight(): two templates of four pages.       four(): a template of three pages and one of one.
//
//        cluster 0  cluster 1  cluster 2                 cluster 0  cluster 1
//     A          2          2          0              A          2          1
//     B          2          0          2              B          0          1
#include <cmath>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/eval/score.h"

namespace pagekin::eval {
namespace {

double eight(std::string_view name) {
  return score(name,
               tabulate(std::vector{0, 0, 0, 0, 1, 1, 1, 1}, std::vector{0, 0, 1, 1, 0, 0, 2, 2}));
}

double four(std::string_view name) {
  return score(name, tabulate(std::vector{0, 0, 0, 1}, std::vector{0, 0, 1, 1}));
}

// Pairs of the eight pages: 28, of which 8 share a cluster (6 + 1 + 1), 12 share a template
// (6 + 6) and 4 share both. Of the four pages: 6, 2, 3 and 1.

TEST(Precision, IsTheShareOfPairsOfAClusterThatShareATemplate) {
  EXPECT_DOUBLE_EQ(eight("precision"), 4.0 / 8);
  EXPECT_DOUBLE_EQ(four("precision"), 1.0 / 2);
}

TEST(Recall, IsTheShareOfPairsOfATemplateThatShareACluster) {
  EXPECT_DOUBLE_EQ(eight("recall"), 4.0 / 12);
  EXPECT_DOUBLE_EQ(four("recall"), 1.0 / 3);
}

TEST(F1, IsTheHarmonicMeanOfPrecisionAndRecall) {
  EXPECT_DOUBLE_EQ(eight("f1"), 2 * 4.0 / (8 + 12));
  EXPECT_DOUBLE_EQ(four("f1"), 2 * 1.0 / (2 + 3));
}

TEST(RandIndex, IsTheShareOfPairsOnWhichBothAgree) {
  EXPECT_DOUBLE_EQ(eight("rand_index"), (4.0 + 12) / 28);  // 28 - 8 - 12 + 4 share neither
  EXPECT_DOUBLE_EQ(four("rand_index"), (1.0 + 2) / 6);
}

TEST(AdjustedRandIndex, IsZeroForWhatChanceWouldGive) {
  // Chance gives 8 * 12 / 28 = 24 / 7 common pairs, and at most (8 + 12) / 2 are possible.
  EXPECT_DOUBLE_EQ(eight("adjusted_rand_index"), (4 - 24.0 / 7) / (10 - 24.0 / 7));
  EXPECT_NEAR(four("adjusted_rand_index"), 0, 1e-15);  // 2 * 3 / 6 = 1 common pair, as found
}

TEST(FowlkesMallows, IsTheGeometricMeanOfPrecisionAndRecall) {
  EXPECT_DOUBLE_EQ(eight("fowlkes_mallows"), 4 / std::sqrt(8.0 * 12));
  EXPECT_DOUBLE_EQ(four("fowlkes_mallows"), 1 / std::sqrt(2.0 * 3));
}

TEST(Purity, CountsTheCommonestTemplateOfEachCluster) {
  EXPECT_DOUBLE_EQ(eight("purity"), (2.0 + 2 + 2) / 8);
  EXPECT_DOUBLE_EQ(four("purity"), (2.0 + 1) / 4);
}

TEST(AveragePurity, GivesEachClusterTheSameWeight) {
  EXPECT_DOUBLE_EQ(eight("average_purity"), (2.0 / 4 + 1 + 1) / 3);
  EXPECT_DOUBLE_EQ(four("average_purity"), (1 + 1.0 / 2) / 2);
}

TEST(InversePurity, CountsTheCommonestClusterOfEachTemplate) {
  EXPECT_DOUBLE_EQ(eight("inverse_purity"), (2.0 + 2) / 8);
  EXPECT_DOUBLE_EQ(four("inverse_purity"), (2.0 + 1) / 4);
}

TEST(FMeasure, TakesTheBestClusterOfEachTemplate) {
  EXPECT_DOUBLE_EQ(eight("f_measure"), 2 * 2.0 / (4 + 2));  // for both templates
  // A: 2 * 2 / (3 + 2) in cluster 0; B: 2 * 1 / (1 + 2) in cluster 1.
  EXPECT_DOUBLE_EQ(four("f_measure"), (3 * 4.0 / 5 + 1 * 2.0 / 3) / 4);
}

// Of the eight pages, a template is 1 bit and a cluster 1.5 bits. Half of the pages are in
// cluster 0, which says nothing; the other half are in clusters that say the template.

TEST(Homogeneity, IsTheInformationPerBitOfTemplates) {
  EXPECT_DOUBLE_EQ(eight("homogeneity"), 0.5 / 1);
}

TEST(Completeness, IsTheInformationPerBitOfClusters) {
  EXPECT_DOUBLE_EQ(eight("completeness"), 0.5 / 1.5);
}

TEST(VMeasure, IsTheHarmonicMeanOfHomogeneityAndCompleteness) {
  EXPECT_DOUBLE_EQ(eight("v_measure"), 2 * 0.5 / (1 + 1.5));
}

TEST(Nmi, IsTheInformationPerMeanBit) { EXPECT_DOUBLE_EQ(eight("nmi"), 0.5 / ((1 + 1.5) / 2)); }

TEST(BcubedPrecision, IsTheMeanOverPagesOfWhatTheirClusterSharesWithThem) {
  EXPECT_DOUBLE_EQ(eight("bcubed_precision"), (4 * 0.5 + 4 * 1) / 8);
  EXPECT_DOUBLE_EQ(
      score("bcubed_precision", tabulate(std::vector{0, 0, 0, 1}, std::vector{0, 0, 0, 0})),
      (3 * 3.0 / 4 + 1 * 1.0 / 4) / 4);
}

TEST(BcubedRecall, IsTheMeanOverPagesOfWhatTheirTemplateSharesWithThem) {
  EXPECT_DOUBLE_EQ(eight("bcubed_recall"), 0.5);
  EXPECT_DOUBLE_EQ(four("bcubed_recall"), (2 * 2.0 / 3 + 1 * 1.0 / 3 + 1) / 4);
}

TEST(BcubedF1, IsTheHarmonicMeanOfBcubedPrecisionAndRecall) {
  EXPECT_DOUBLE_EQ(eight("bcubed_f1"), 2 * 0.75 * 0.5 / (0.75 + 0.5));
}

}  // namespace
}  // namespace pagekin::eval
