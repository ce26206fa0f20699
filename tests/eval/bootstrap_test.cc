#include "pagekin/eval/bootstrap.h"

#include <random>

#include <gtest/gtest.h>

#include "reference/bootstrap.h"

namespace pagekin::eval {
namespace {

TEST(Bootstrap, OfFewValuesIsCertain) {
  EXPECT_EQ(bootstrap_mean({}).high, 0);
  const std::vector<double> one{0.25};
  EXPECT_EQ(bootstrap_mean(one).low, 0.25);
  EXPECT_EQ(bootstrap_mean(one).high, 0.25);
  const std::vector<double> equal(5, 0.5);
  EXPECT_EQ(bootstrap_mean(equal).low, bootstrap_mean(equal).high);
}

// The ends lie where 1 % to 5 % of all samples are below or above them.
TEST(Bootstrap, HoldsTheMiddleOfAllSamples) {
  std::mt19937_64 chance(3);
  for (int round = 0; round < 20; ++round) {
    std::vector<double> values;
    for (int i = 0; i < 6; ++i) values.push_back(static_cast<double>(chance() % 1000) / 1000);
    const std::vector<double> means = test::all_resampled_means(values);
    const MeanInterval interval = bootstrap_mean(values);
    const auto place = [&](double part) {
      return means[static_cast<std::size_t>(part * static_cast<double>(means.size() - 1))];
    };
    EXPECT_GE(interval.low, place(0.01));
    EXPECT_LE(interval.low, place(0.05));
    EXPECT_GE(interval.high, place(0.95));
    EXPECT_LE(interval.high, place(0.99));
    EXPECT_GE(interval.mean, interval.low);
    EXPECT_LE(interval.mean, interval.high);
  }
}

}  // namespace
}  // namespace pagekin::eval
