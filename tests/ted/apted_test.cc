// What apted costs. exact_distance_test.cc tests for all algorithms that they give the distance.
#include <gtest/gtest.h>

#include "pagekin/ted/exact_distance.h"

#include "support/tree_edit_pairs.h"

namespace pagekin::ted {
namespace {

TEST(Apted, DoesWhatItSaidItWould) {
  Random random(21);
  for (int repeat = 0; repeat < 200; ++repeat) {
    const EditCase c = random_edit_case(random, 30);
    EditWork did;
    apted(c.a, c.b, c.costs, &did);
    const EditWork said = apted_work(c.a, c.b, c.costs);
    ASSERT_EQ(did.cells, said.cells);
    ASSERT_EQ(did.bytes, said.bytes);
  }
}

TEST(Apted, IsNeverMoreWorkThanZhangShasha) {
  Random random(22);
  for (int repeat = 0; repeat < 200; ++repeat) {
    const EditCase c = random_edit_case(random, 60);
    ASSERT_LE(apted_work(c.a, c.b, {}).cells, zhang_shasha_work(c.a, c.b, {}).cells);
  }
}

TEST(Apted, FollowsTheWayDownOfAZigzag) {
  const EditCase c =
      edit_case(with_own_tags(comb(Comb::kZigzag, 120)), with_own_tags(comb(Comb::kZigzag, 110)));
  EXPECT_LT(apted_work(c.a, c.b, {}).cells, zhang_shasha_work(c.a, c.b, {}).cells / 2);
}

}  // namespace
}  // namespace pagekin::ted
