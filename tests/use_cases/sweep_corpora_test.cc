#include "pagekin/laboratory/sweep_corpora.h"

#include <gtest/gtest.h>

#include "pagekin/eval/score.h"

namespace pagekin::laboratory {
namespace {

// A sweep of three settings whose scores are all equal to the given one; below 0: failed.
CorpusSweep corpus(const std::string& name, const std::vector<double>& scores) {
  CorpusSweep one{.name = name, .sweep = {}};
  one.sweep.plan = plan_sweep({"fingerprint"}, {}, {parse_varied("length=10,20,30")});
  one.sweep.pages = 10;
  for (const double score : scores) {
    SweepRow& row = one.sweep.rows.emplace_back();
    row.is_done = score >= 0;
    if (row.is_done) row.scores.assign(eval::scores().size(), score);
    if (!row.is_done) row.error = "too much";
    row.clusters = 3;
  }
  return one;
}

TEST(SweepOfCorpora, EachCorpusCountsOnce) {
  const std::vector<CorpusSweep> corpora = {corpus("a", {0.5, 0.9, 0.1}),
                                            corpus("b", {0.7, 0.8, -1})};
  const Sweep means = mean_sweep(corpora);
  ASSERT_EQ(means.rows.size(), 3U);
  EXPECT_DOUBLE_EQ(means.rows[0].scores[0], 0.6);
  EXPECT_DOUBLE_EQ(means.rows[1].scores[0], 0.85);
  EXPECT_EQ(means.rows[1].clusters, 3U);
  EXPECT_FALSE(means.rows[2].is_done);
  EXPECT_EQ(means.rows[2].error, "on b: too much");
  EXPECT_EQ(means.pages, 20U);
  EXPECT_EQ(best_setting(means, 0), 1U);
  EXPECT_EQ(worst_corpora(corpora, 0)[1], 1U);
  EXPECT_EQ(worst_corpora(corpora, 0)[2], std::nullopt);
}

// Two settings that differ by the same on every corpus are apart for certain, however much the
// corpora differ.
TEST(SweepOfCorpora, DifferencesArePaired) {
  const std::vector<CorpusSweep> corpora = {
      corpus("a", {0.1, 0.2, 0.9}), corpus("b", {0.5, 0.6, 0.1}), corpus("c", {0.8, 0.9, 0.5})};
  const auto apart = paired_differences(corpora, 0, 1);
  EXPECT_NEAR(apart[0]->mean, -0.1, 1e-12);
  EXPECT_NEAR(apart[0]->low, -0.1, 1e-12);
  EXPECT_NEAR(apart[0]->high, -0.1, 1e-12);
  EXPECT_EQ(apart[1]->high, 0);
  EXPECT_LT(apart[2]->low, 0);
  EXPECT_GT(apart[2]->high, 0);
}

}  // namespace
}  // namespace pagekin::laboratory
