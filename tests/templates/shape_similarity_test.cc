#include "pagekin/templates/shape_similarity.h"

#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "reference/templates.h"
#include "templates/sites.h"

namespace pagekin::templates {
namespace {

using test::page;
using test::part;
using test::Site;

SimilarityMatrix all_similarities(const BlockShapes& site) {
  std::vector<std::uint32_t> all(site.size());
  std::iota(all.begin(), all.end(), 0U);
  return shape_similarities(site, all);
}

// The similarity of two kinds of pages. A third kind makes their marks separate blocks.
float similarity(const test::Marks& a, const test::Marks& b) {
  Site site;
  test::add(site, 3, a);
  test::add(site, 3, b);
  test::add(site, 3, part(1));
  const BlockShapes found = test::shapes(site);
  return all_similarities(found)(found.shape_of[0], found.shape_of[3]);
}

TEST(ShapeSimilarity, WhatIsMissingOnOneSideCountsATenth) {
  EXPECT_FLOAT_EQ(similarity(page({part(1), part(2)}), page({part(1), part(2), part(3)})),
                  2 / 2.1F);
}

TEST(ShapeSimilarity, WhatIsMissingOnBothCountsInFullOnTheSideThatLacksLess) {
  EXPECT_FLOAT_EQ(similarity(page({part(1), part(2)}), page({part(1), part(3)})), 1 / 2.1F);
  // Seven marks weigh three times as much as one.
  EXPECT_FLOAT_EQ(similarity(page({part(1), part(2)}), page({part(1), part(3, 7)})), 1 / 2.3F);
  EXPECT_FLOAT_EQ(similarity(page({part(1), part(2, 7)}), page({part(1), part(3)})), 1 / 2.3F);
}

TEST(ShapeSimilarity, ForgivesAnOptionalPartMoreThanASubstitution) {
  EXPECT_GT(similarity(page({part(1, 3), part(2, 3)}), page({part(1, 3), part(2, 3), part(4, 40)})),
            similarity(page({part(1, 3), part(2, 3)}), page({part(1, 3), part(4, 3)})));
}

TEST(ShapeSimilarity, ShapesWithoutCommonBlocksAreNotSimilar) {
  EXPECT_EQ(similarity(part(2), part(3)), 0);
  EXPECT_EQ(similarity(part(2), {}), 0);
}

TEST(ShapeSimilarity, OfNoneOrOneShapeThereIsNothingToCompare) {
  const BlockShapes site = test::shapes({part(1), part(1), part(1)});
  EXPECT_EQ(shape_similarities(site, {}).pages(), 0U);
  EXPECT_EQ(all_similarities(site).pages(), 1U);
  EXPECT_EQ(all_similarities(test::shapes({})).pages(), 0U);
}

TEST(ShapeSimilarity, OfChosenShapesIsThatOfTheDefinition) {
  Random random(6);
  for (int round = 0; round < 200; ++round) {
    const BlockShapes site = test::shapes(test::random_site(random, random.below(40)));
    std::vector<std::uint32_t> chosen;
    for (std::uint32_t i = 0; i < site.size(); ++i) {
      if (random.chance(0.7)) chosen.push_back(i);
    }
    const SimilarityMatrix found = shape_similarities(site, chosen);
    ASSERT_EQ(found.pages(), chosen.size());
    for (std::size_t a = 0; a < chosen.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        const double expected = reference::shape_similarity(site, chosen[a], chosen[b]);
        ASSERT_NEAR(found(a, b), expected, 1e-4 * expected + 1e-6) << round;
        ASSERT_GE(found(a, b), 0);
        ASSERT_LE(found(a, b), 1);
      }
    }
  }
}

}  // namespace
}  // namespace pagekin::templates
