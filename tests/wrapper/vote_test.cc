#include "pagekin/wrapper/vote.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "reference/naive_vote.h"

namespace pagekin::wrapper {
namespace {

TEST(Vote, CountsTheStrongestSelectorOfAFamily) {
  const std::vector<Vote> votes = {{Family::kElement, 0.4F, 0, 7},
                                   {Family::kElement, 0.3F, 0, 7},
                                   {Family::kLabelAndPath, 0.5F, 0, 8}};
  const Outcome outcome = count_votes(votes);
  EXPECT_EQ(outcome.value, 8U);
  EXPECT_NEAR(outcome.support, 0.5, 1e-6);
  EXPECT_NEAR(outcome.total, 0.9, 1e-6);
}

TEST(Vote, SilenceOfAFamilyThatFoundTheValueCountsLess) {
  const std::vector<Vote> votes = {{Family::kElement, 0.4F, 0, 7},
                                   {Family::kElement, 0.3F, 0.3F, 0},
                                   {Family::kLabelAndPath, 0.5F, 0.5F, 0}};
  EXPECT_NEAR(count_votes(votes).absent, 0.5, 1e-6);
}

TEST(Vote, NobodyFindsAnything) {
  EXPECT_EQ(count_votes({}).value, 0U);
  EXPECT_EQ(count_votes({}).share(), 0);
}

TEST(Vote, IsThatOfTheDefinition) {
  std::mt19937 random(5);
  for (int round = 0; round < 500; ++round) {
    std::vector<Vote> votes(random() % 40);
    for (Vote& vote : votes) {
      vote.family = static_cast<Family>(random() % 6);
      vote.weight = static_cast<float>(random() % 1000) / 1000;
      vote.silence = static_cast<float>(random() % 1000) / 1000;
      vote.value = random() % 4;
    }
    const Outcome fast = count_votes(votes);
    const Outcome slow = reference::naive_vote(votes);
    EXPECT_NEAR(fast.support, slow.support, 1e-5);
    EXPECT_NEAR(fast.total, slow.total, 1e-5);
    if (fast.value == slow.value) {
      EXPECT_NEAR(fast.absent, slow.absent, 1e-5);
    }
  }
}

}  // namespace
}  // namespace pagekin::wrapper
