#include "pagekin/eval/classification.h"

#include <cmath>

#include "pagekin/core/error.h"
#include "pagekin/eval/paired_t_test.h"

namespace pagekin::eval {
namespace {

void add(Classification& tally, int truth, std::vector<int> given) { tally.add(truth, given); }

TEST(Classification, CountsByClassAndAveragesOverClasses) {
  Classification tally(3);
  add(tally, 0, {0});
  add(tally, 0, {0});
  add(tally, 0, {1});
  add(tally, 0, {});
  add(tally, 1, {1});
  add(tally, 1, {1});
  const ClassScores first = tally.of_class(0);
  EXPECT_EQ(first.pages, 4u);
  EXPECT_EQ(first.assigned, 2u);
  EXPECT_DOUBLE_EQ(first.precision, 1);
  EXPECT_DOUBLE_EQ(first.recall, 0.5);
  EXPECT_DOUBLE_EQ(first.f1, 2.0 / 3);
  const ClassScores second = tally.of_class(1);
  EXPECT_DOUBLE_EQ(second.precision, 2.0 / 3);
  EXPECT_DOUBLE_EQ(second.recall, 1);

  // The third class was not tested and does not count in the means.
  const ClassificationScores scores = tally.scores();
  EXPECT_DOUBLE_EQ(scores.precision, (1 + 2.0 / 3) / 2);
  EXPECT_DOUBLE_EQ(scores.recall, 0.75);
  EXPECT_DOUBLE_EQ(scores.f1, (2.0 / 3 + 0.8) / 2);
  EXPECT_DOUBLE_EQ(scores.accuracy, 4.0 / 6);
  // Of 18 answers three are wrong: one false positive, two false negatives.
  EXPECT_DOUBLE_EQ(scores.binary_accuracy, 15.0 / 18);
}

TEST(Classification, APageWithItsOwnClassAndAnotherIsRightOnlyInPart) {
  Classification tally(2);
  add(tally, 0, {0, 1});
  EXPECT_DOUBLE_EQ(tally.scores().accuracy, 0);
  EXPECT_DOUBLE_EQ(tally.scores().binary_accuracy, 0.5);
  EXPECT_DOUBLE_EQ(tally.scores().recall, 1);
}

TEST(Classification, AClassThatIsNeverGivenHasNoPrecision) {
  Classification tally(2);
  add(tally, 0, {});
  add(tally, 1, {1});
  EXPECT_DOUBLE_EQ(tally.of_class(0).precision, 0);
  EXPECT_DOUBLE_EQ(tally.of_class(0).f1, 0);
  EXPECT_DOUBLE_EQ(tally.scores().precision, 0.5);
}

TEST(Classification, PagesOfUnseenTemplatesShouldGetNone) {
  Classification tally(2);
  add(tally, Classification::unseen, {});
  add(tally, Classification::unseen, {1});
  add(tally, 1, {1});
  EXPECT_EQ(tally.unseen_pages(), 2u);
  EXPECT_DOUBLE_EQ(tally.unseen_as_none(), 0.5);
  EXPECT_DOUBLE_EQ(tally.of_class(1).precision, 0.5);
  EXPECT_DOUBLE_EQ(tally.scores().accuracy, 2.0 / 3);
}

TEST(Classification, NothingTestedIsNotDividedBy) {
  const Classification tally(2);
  EXPECT_DOUBLE_EQ(tally.scores().f1, 0);
  EXPECT_DOUBLE_EQ(tally.scores().accuracy, 0);
  EXPECT_DOUBLE_EQ(tally.unseen_as_none(), 0);
}

TEST(Classification, FoldsAddUp) {
  Classification whole(2);
  Classification first(2);
  Classification second(2);
  add(whole, 0, {0});
  add(first, 0, {0});
  add(whole, 1, {0});
  add(second, 1, {0});
  add(whole, Classification::unseen, {});
  add(second, Classification::unseen, {});
  first.add(second);
  EXPECT_EQ(first.pages(), whole.pages());
  EXPECT_DOUBLE_EQ(first.scores().f1, whole.scores().f1);
  EXPECT_DOUBLE_EQ(first.scores().accuracy, whole.scores().accuracy);
  EXPECT_DOUBLE_EQ(first.unseen_as_none(), whole.unseen_as_none());
}

TEST(IncompleteBeta, HasKnownValues) {
  EXPECT_DOUBLE_EQ(incomplete_beta(0, 2, 3), 0);
  EXPECT_DOUBLE_EQ(incomplete_beta(1, 2, 3), 1);
  // I_x(1, b) = 1 - (1 - x)^b; I_x(a, 1) = x^a; I_x(1/2, 1/2) = (2 / pi) asin(sqrt(x)).
  for (const double x : {0.001, 0.1, 0.3, 0.5, 0.7, 0.9, 0.999}) {
    EXPECT_NEAR(incomplete_beta(x, 1, 4.5), 1 - std::pow(1 - x, 4.5), 1e-12);
    EXPECT_NEAR(incomplete_beta(x, 4.5, 1), std::pow(x, 4.5), 1e-12);
    EXPECT_NEAR(incomplete_beta(x, 0.5, 0.5), 2 / std::acos(-1) * std::asin(std::sqrt(x)), 1e-12);
    // A sum of binomial probabilities, for whole numbers: I_x(2, 3).
    EXPECT_NEAR(incomplete_beta(x, 2, 3),
                6 * x * x * (1 - x) * (1 - x) + 4 * x * x * x * (1 - x) + x * x * x * x, 1e-12);
    EXPECT_NEAR(incomplete_beta(x, 7.5, 0.5) + incomplete_beta(1 - x, 0.5, 7.5), 1, 1e-12);
  }
  EXPECT_NEAR(incomplete_beta(0.5, 500, 500), 0.5, 1e-10);
}

// p of differences with mean 1 and the spread that gives the wanted t.
double p_of(double t, int degrees) {
  const double n = degrees + 1;
  return incomplete_beta(degrees / (degrees + t * t), (n - 1) / 2, 0.5);
}

TEST(PairedTTest, HasTheQuantilesOfThePrintedTables) {
  // Two-tailed 5 %, 1 % and 0.1 % points of Student's t.
  EXPECT_NEAR(p_of(12.7062, 1), 0.05, 1e-5);
  EXPECT_NEAR(p_of(2.77645, 4), 0.05, 1e-5);
  EXPECT_NEAR(p_of(2.26216, 9), 0.05, 1e-5);
  EXPECT_NEAR(p_of(3.24984, 9), 0.01, 1e-5);
  EXPECT_NEAR(p_of(4.78091, 9), 0.001, 1e-6);
  EXPECT_NEAR(p_of(2.04227, 30), 0.05, 1e-5);
  // One degree of freedom is the Cauchy distribution, two have a closed form.
  EXPECT_NEAR(p_of(1, 1), 0.5, 1e-12);
  EXPECT_NEAR(p_of(2, 2), 1 - 2 / std::sqrt(6), 1e-12);
}

TEST(PairedTTest, IsTheMeanDifferenceOverItsStandardError) {
  // Differences 1, 2, 3, 4, 5: mean 3, s = sqrt(2.5), t = 3 / sqrt(0.5).
  const std::vector<double> a{2, 4, 6, 8, 10};
  const std::vector<double> b{1, 2, 3, 4, 5};
  const TTest test = paired_t_test(a, b);
  EXPECT_NEAR(test.t, 3 / std::sqrt(0.5), 1e-12);
  EXPECT_EQ(test.degrees, 4);
  EXPECT_NEAR(test.p, 0.013236, 1e-5);
  const TTest other_way = paired_t_test(b, a);
  EXPECT_DOUBLE_EQ(other_way.t, -test.t);
  EXPECT_DOUBLE_EQ(other_way.p, test.p);
}

TEST(PairedTTest, EqualScoresDoNotDiffer) {
  const std::vector<double> a{0.5, 0.25, 1};
  EXPECT_DOUBLE_EQ(paired_t_test(a, a).t, 0);
  EXPECT_DOUBLE_EQ(paired_t_test(a, a).p, 1);
}

TEST(PairedTTest, TheSameDifferenceEverywhereIsCertain) {
  const std::vector<double> a{0.5, 0.7, 0.9};
  const std::vector<double> b{0.4, 0.6, 0.8};
  const TTest test = paired_t_test(a, b);
  EXPECT_TRUE(std::isinf(test.t));
  EXPECT_DOUBLE_EQ(test.p, 0);
}

TEST(PairedTTest, NeedsTwoPairs) {
  const std::vector<double> one{1};
  const std::vector<double> two{1, 2};
  EXPECT_THROW(paired_t_test(one, one), Error);
  EXPECT_THROW(paired_t_test(one, two), Error);
}

}  // namespace
}  // namespace pagekin::eval
