#include "pagekin/ted/cascade.h"

#include <gtest/gtest.h>

#include "pagekin/ted/exact_distance.h"

#include "support/tree_edit_pairs.h"
#include "support/trees.h"

namespace pagekin::ted {
namespace {

struct Values {
  EditCost labels = 0;
  EditCost preorder = 0;
  EditCost postorder = 0;
  EditCost high = 1'000;
  EditCost tags = 0;
  EditCost forests = 0;
};

// Bounds that a test chooses.
class ChosenBounds final : public PairBounds {
 public:
  explicit ChosenBounds(const Values& values) : values_(values) {}

  EditCost by_labels() override { return ask(values_.labels); }
  EditCost by_preorder(EditCost) override { return ask(values_.preorder); }
  EditCost by_postorder(EditCost) override { return ask(values_.postorder); }
  EditCost upper(EditCost) override { return ask(values_.high); }
  EditCost by_tags(EditCost) override { return ask(values_.tags); }
  EditCost by_forests(EditCost) override { return ask(values_.forests); }

  int asked() const { return asked_; }  // the number of bounds

 private:
  EditCost ask(EditCost bound) {
    ++asked_;
    return bound;
  }

  Values values_;
  int asked_ = 0;
};

// Two trees of equal size at distance 2.
const EditCase& pair_of_trees() {
  static const EditCase made = edit_case(tree("div(p(b) ul(li))"), tree("div(p(i) ul(a))"));
  return made;
}

Stage stage_of(ChosenBounds& bounds, const TreeDistanceQuestion& question) {
  return run_cascade(pair_of_trees().a, pair_of_trees().b, question, bounds).stage;
}

TEST(Cascade, StopsAtTheFirstLowerBoundAboveTheQuestion) {
  const TreeDistanceQuestion question{.at_most = 1};
  ChosenBounds labels({.labels = 2});
  EXPECT_EQ(stage_of(labels, question), Stage::kLabels);
  EXPECT_EQ(labels.asked(), 1);
  ChosenBounds preorder({.preorder = 2});
  EXPECT_EQ(stage_of(preorder, question), Stage::kPreorder);
  EXPECT_EQ(preorder.asked(), 2);
  ChosenBounds postorder({.postorder = 2});
  EXPECT_EQ(stage_of(postorder, question), Stage::kPostorder);
  EXPECT_EQ(postorder.asked(), 3);
  ChosenBounds tags({.tags = 2});
  EXPECT_EQ(stage_of(tags, question), Stage::kTags);
  EXPECT_EQ(tags.asked(), 5);
  ChosenBounds forests({.forests = 2});
  EXPECT_EQ(stage_of(forests, question), Stage::kForests);
  EXPECT_EQ(forests.asked(), 6);
}

TEST(Cascade, AnUpperBoundIsEnoughForAVerdictButNotForTheDistance) {
  ChosenBounds for_verdict({.high = 3});
  EXPECT_EQ(stage_of(for_verdict, {.at_most = 3, .only_verdict = true}), Stage::kUpperBound);
  ChosenBounds for_distance({.high = 3});
  EXPECT_EQ(stage_of(for_distance, {.at_most = 3}), Stage::kBounded);
}

TEST(Cascade, BoundsThatMeetAreTheDistance) {
  ChosenBounds bounds({.preorder = 2, .high = 2});
  const StagedDistance found = run_cascade(pair_of_trees().a, pair_of_trees().b, {}, bounds);
  EXPECT_EQ(found.stage, Stage::kUpperBound);
  EXPECT_EQ(found.distance.low, 2U);
  EXPECT_EQ(found.distance.high, 2U);
}

TEST(Cascade, FindsTheDistanceWithoutAnyBound) {
  Random random(5);
  for (int repeat = 0; repeat < 200; ++repeat) {
    const EditCase c = random_edit_case(random, 30);
    if (c.a.empty() || c.b.empty() || c.a.root_id() == c.b.root_id()) continue;
    ChosenBounds bounds({.high = UINT64_MAX});
    const StagedDistance found = run_cascade(c.a, c.b, {.costs = c.costs}, bounds);
    ASSERT_TRUE(found.distance.exact());
    ASSERT_EQ(found.distance.low, zhang_shasha(c.a, c.b, c.costs));
  }
}

TEST(Cascade, SaysThatALimitWasMet) {
  ChosenBounds bounds({});
  const StagedDistance found =
      run_cascade(pair_of_trees().a, pair_of_trees().b, {.limits = {.cells = 1}}, bounds);
  EXPECT_EQ(found.stage, Stage::kLimit);
  EXPECT_LE(found.distance.low, 2U);
  EXPECT_GE(found.distance.high, 2U);
}

}  // namespace
}  // namespace pagekin::ted
