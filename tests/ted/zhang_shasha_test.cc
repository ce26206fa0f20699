// What zhang_shasha costs. exact_distance_test.cc tests for all algorithms that they give the
// distance.
#include <cstdint>

#include <gtest/gtest.h>

#include "pagekin/ted/exact_distance.h"
#include "pagekin/ted/plan.h"

#include "support/tree_edit_pairs.h"

namespace pagekin::ted {
namespace {

EditWork work_of(const EditCase& c) {
  EditWork work;
  zhang_shasha(c.a, c.b, c.costs, &work);
  return work;
}

TEST(ZhangShasha, DoesWhatItSaidItWould) {
  Random random(11);
  for (int repeat = 0; repeat < 200; ++repeat) {
    const EditCase c = random_edit_case(random, 30);
    const EditWork did = work_of(c);
    const EditWork said = zhang_shasha_work(c.a, c.b, c.costs);
    ASSERT_EQ(did.cells, said.cells);
    ASSERT_EQ(did.bytes, said.bytes);
  }
}

TEST(ZhangShasha, AddsToTheWorkItIsGiven) {
  const EditCase c = edit_case(tree("div(p p)"), tree("div(p b)"));
  EditWork work;
  zhang_shasha(c.a, c.b, {}, &work);
  const EditWork once = work;
  zhang_shasha(c.a, c.b, {}, &work);
  EXPECT_EQ(work.cells, 2 * once.cells);
  EXPECT_EQ(work.bytes, once.bytes);
}

TEST(ZhangShasha, ComparesEqualSubtreesOnce) {
  // Lists in which an item occurs once, and a hundred times.
  const auto list = [](std::uint32_t items, const char* item) {
    return parent_of(1, std::vector<dom::TagTree>(items, tree(item)));
  };
  const EditCase c = edit_case(list(100, "li(a(b) p)"), list(100, "li(b p)"));
  const EditPlan plan = side_plan(SidedPair(c.a, c.b));
  // Only parts of one item hang off the path through it: the other items are equal to it.
  EXPECT_LE(plan.steps.size(), 3U);
}

TEST(ZhangShasha, TakesTheSideThatIsLessWork) {
  const EditCase left = edit_case(comb(Comb::kLeafLeft, 40), comb(Comb::kLeafLeft, 30));
  const EditCase right = edit_case(comb(Comb::kLeafRight, 40), comb(Comb::kLeafRight, 30));
  EXPECT_EQ(work_of(left).cells, work_of(right).cells);
  EXPECT_LT(work_of(left).cells, 20'000U);
}

TEST(ZhangShasha, EqualTreesAreNoWork) {
  const EditCase c = edit_case(tree("div(p p)"), tree("div(p p)"));
  EXPECT_EQ(work_of(c).cells, 0U);
}

}  // namespace
}  // namespace pagekin::ted
