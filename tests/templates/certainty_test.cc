#include "pagekin/templates/certainty.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"
#include "pagekin/templates/groups.h"
#include "pagekin/templates/place_shapes.h"
#include "pagekin/templates/site_pages.h"

#include "reference/templates.h"
#include "templates/sites.h"

namespace pagekin::templates {
namespace {

using test::page;
using test::part;
using test::Site;

TEST(Confidence, IsTheFitByTheMargin) {
  EXPECT_FLOAT_EQ(confidence({.own_bits = 5, .other_bits = 50, .fit = 1, .has_other = true}),
                  0.924F);
  EXPECT_FLOAT_EQ(confidence({.own_bits = 5, .other_bits = 50, .fit = 0.5, .has_other = true}),
                  0.549F);
  EXPECT_FLOAT_EQ(confidence({.own_bits = 60, .other_bits = 50, .fit = 1, .has_other = true}), 0);
  EXPECT_FLOAT_EQ(confidence({.own_bits = 0, .other_bits = 0, .fit = 1, .has_other = true}), 0);
  EXPECT_FLOAT_EQ(confidence({.own_bits = 60, .fit = 0.7}), 0.765F);
}

TEST(Confidence, OfAPageAloneIsWhatItLacksOfTheNextTemplate) {
  EXPECT_FLOAT_EQ(confidence({.is_alone = true}), 1);
  EXPECT_FLOAT_EQ(confidence({.other_fit = 0.25, .is_alone = true, .has_other = true}), 0.806F);
}

TEST(Confidence, IsWholeThousandths) { EXPECT_FLOAT_EQ(confidence({.fit = 0.12345678}), 0.208F); }

TEST(Confidence, FallsWithTheVotesAgainstTheTemplate) {
  EXPECT_FLOAT_EQ(supported(1, 1), 1);
  EXPECT_FLOAT_EQ(supported(0.8F, 1), 0.8F);
  EXPECT_FLOAT_EQ(supported(1, 0.25F), 0.125F);
  EXPECT_FLOAT_EQ(supported(1, 0), 0);
}

TEST(Likelihoods, RankTheTwoLikeliest) {
  Random random(3);
  for (int round = 0; round < 200; ++round) {
    const BlockShapes site = test::shapes(test::random_site(random, 2 + random.below(30)));
    const std::uint32_t count = 1 + random.below(6);
    const Groups groups(site, test::random_groups(random, site, count), count);
    const Likelihoods likelihoods(groups);
    for (std::size_t shape = 0; shape < site.size(); ++shape) {
      Ranking expected;
      for (std::uint32_t group = 0; group < count; ++group) {
        if (groups.pages(group) == 0) continue;
        const double value = likelihoods.value(group, site[shape]);
        if (expected.first == kNoGroup || value > expected.first_value) {
          expected.second = expected.first;
          expected.second_value = expected.first_value;
          expected.first = group;
          expected.first_value = value;
        } else if (expected.second == kNoGroup || value > expected.second_value) {
          expected.second = group;
          expected.second_value = value;
        }
      }
      const Ranking found = likelihoods.rank(site[shape]);
      ASSERT_EQ(found.first, expected.first);
      ASSERT_EQ(found.second, expected.second);
      ASSERT_DOUBLE_EQ(found.first_value, expected.first_value);
      ASSERT_DOUBLE_EQ(found.second_value, expected.second_value);
    }
  }
}

TEST(Likelihoods, OfAGroupWithoutThePageAreThoseOfItsOtherPages) {
  Random random(4);
  for (int round = 0; round < 100; ++round) {
    Site site = test::random_site(random, 3 + random.below(20));
    const BlockShapes all = test::shapes(site);
    if (all.size() < 2) continue;
    const Groups groups(all, std::vector<std::uint32_t>(all.size(), 0), 1);
    const Likelihoods without_it(groups, 1);
    for (std::size_t left_out = 0; left_out < all.size(); ++left_out) {
      BlockShapes others = all;
      --others.pages[left_out];
      const Groups rest(others, std::vector<std::uint32_t>(all.size(), 0), 1);
      EXPECT_NEAR(without_it.value(0, all[left_out]), Likelihoods(rest).value(0, all[left_out]),
                  1e-2)
          << round;
    }
  }
}

SiteTemplates learn_site(const Site& site) {
  SitePages pages;
  for (const auto& marks : site) pages.add(std::vector(marks));
  return pages.learn();
}

TEST(Certainty, IsHighForPagesOfClearTemplatesAndLowBetweenThem) {
  Site site;
  const auto frame = part(0, 7);
  for (std::uint32_t i = 0; i < 30; ++i)
    site.push_back(page({frame, part(1, 20), part(10 + i, 3)}));
  for (std::uint32_t i = 0; i < 30; ++i)
    site.push_back(page({frame, part(2, 20), part(50 + i, 3)}));
  site.push_back(page({frame, part(99, 2)}));  // neither
  const SiteTemplates found = learn_site(site);
  ASSERT_EQ(found.certainty.size(), 61U);
  for (std::size_t i = 0; i < 60; ++i) {
    EXPECT_GT(found.certainty[i].confidence, 0.8F) << i;
    EXPECT_NE(found.certainty[i].second, found.template_of[i]) << i;
  }
  EXPECT_LT(found.certainty[60].confidence, kDoubtful);
}

TEST(Certainty, IsFullWhereThereIsNothingElse) {
  const SiteTemplates found = learn_site({part(1, 9), part(1, 9)});
  for (const Certainty& one : found.certainty) {
    EXPECT_EQ(one.confidence, 1);
    EXPECT_EQ(one.second, kNoTemplate);
  }
}

}  // namespace
}  // namespace pagekin::templates
