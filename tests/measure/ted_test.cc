#include <string>

#include "pagekin/core/error.h"
#include "pagekin/ted/costs.h"

#include "measure/tree_measure_checks.h"
#include "reference/tree_edit.h"

namespace pagekin::measure {
namespace {

TEST(Ted, IsNormedByTheSumOfSizes) {
  EXPECT_DOUBLE_EQ(similarity("ted", "div(p)", "div(p ul(b b))"), 1 - 3.0 / 7);
  EXPECT_DOUBLE_EQ(similarity("ted", "div(ul(b b))", "div(table(b b))"), 1 - 1.0 / 8);
  EXPECT_DOUBLE_EQ(similarity("ted", "p", "b"), 1 - 1.0 / 2);
}

TEST(Ted, KeepsWhatIsBelowAWrapper) {
  EXPECT_DOUBLE_EQ(similarity("ted", "div(ul(p p))", "div(section(ul(p p)))"), 1 - 1.0 / 9);
}

TEST(Ted, ItsCostsSayWhatChangesCount) {
  // Two insertions; the distance is divided by the largest cost, 4.
  EXPECT_DOUBLE_EQ(similarity("ted:insert=0.5,delete=2,rename=4", "div", "div(p b)"),
                   1 - 1.0 / (4 * 4));
  // With the pages exchanged: two deletions.
  EXPECT_DOUBLE_EQ(similarity("ted:insert=0.5,delete=2,rename=4", "div(p b)", "div"),
                   1 - 4.0 / (4 * 4));
  // Deleting and inserting is cheaper than renaming.
  EXPECT_DOUBLE_EQ(similarity("ted:insert=1,delete=1,rename=5", "div(p)", "div(b)"),
                   1 - 2.0 / (5 * 4));
  EXPECT_DOUBLE_EQ(similarity("ted:insert=0.1,delete=0.1,rename=0.1", "div(p)", "div(b)"),
                   1 - 1.0 / 4);
  EXPECT_NEAR(similarity("ted:insert=0.1,delete=0.3,rename=0.7", "div", "div(p b)"),
              1 - 0.2 / (0.7 * 4), 1e-9);
}

TEST(Ted, WithUnevenCostsOnlyTwoPagesCanBeCompared) {
  EXPECT_NO_THROW(make("ted:insert=2"));
  EXPECT_THROW(make_symmetric("ted:insert=2"), Error);
  EXPECT_NO_THROW(make_symmetric("ted:insert=2,delete=2"));
  for (const auto* spec : {"ted:insert=0", "ted:delete=-1", "ted:rename=1e9", "ted:algorithm=best"})
    EXPECT_THROW(make(spec), Error) << spec;
}

TEST(Ted, EveryAlgorithmGivesWhatTheDefinitionSays) {
  Random random(7);
  for (int round = 0; round < 300; ++round) {
    const dom::TagTree a = random_tree(random, 16, 4);
    const dom::TagTree b = random_tree(random, 16, 4);
    const auto distance = static_cast<double>(reference::tree_edit_distance(a, b));
    const double expected = 1 - distance / static_cast<double>(a.size() + b.size());
    for (const auto* algorithm : {"apted", "zhang_shasha", "rted"}) {
      const auto measure = make(std::string("ted:algorithm=") + algorithm);
      ASSERT_EQ(measure->similarity(page(a), page(b)), expected) << algorithm;
    }
  }
}

TEST(Ted, OfAnEmptyTree) { expect_empty_sides("ted"); }

TEST(Ted, FoldsOnDemand) {
  EXPECT_TRUE(make("ted:fold=true")->needs().folded_tree);
  EXPECT_FALSE(make("ted:fold=true")->needs().tree);
  EXPECT_FALSE(make("ted")->needs().folded_tree);
  Features few;
  few.tree = tree("ul(li)");
  few.folded_tree = tree("ul(li)");
  Features many;
  many.tree = tree("ul(li li li)");
  many.folded_tree = tree("ul(li)");
  EXPECT_EQ(make("ted")->similarity(few, many), 1 - 2.0 / 6);
  EXPECT_EQ(make("ted:fold=true")->similarity(few, many), 1);
}

TEST(TedMax, IsNormedByTheLargerPage) {
  EXPECT_DOUBLE_EQ(similarity("ted_max", "div(p)", "div(p ul(b b))"), 1 - 3.0 / 5);
  EXPECT_DOUBLE_EQ(similarity("ted_max", "p", "b"), 0);
  // A chain and a bush share at most two elements, so the cost is above the larger size.
  EXPECT_EQ(similarity("ted_max", "b(b(b(b(b))))", "p(p p p p)"), 0);
  expect_empty_sides("ted_max");
}

TEST(StructureStyle, IsTheWeightedSumOfBoth) {
  Features a = page(tree("div(p)"));
  a.class_names = {1, 2, 3};
  Features b = page(tree("div(b)"));
  b.class_names = {2, 3, 4};
  const double structure = 1 - 1.0 / 4;
  const double style = 2.0 / 4;
  EXPECT_DOUBLE_EQ(make("structure_style")->similarity(a, b), 0.5 * structure + 0.5 * style);
  EXPECT_DOUBLE_EQ(make("structure_style:kappa=0.3")->similarity(a, b),
                   0.3 * structure + 0.7 * style);
  EXPECT_EQ(make("structure_style:kappa=0")->similarity(a, b), style);
  EXPECT_EQ(make("structure_style:kappa=1")->similarity(a, b), structure);
  EXPECT_FALSE(make("structure_style:kappa=1")->needs().class_names);
  EXPECT_THROW(make("structure_style:kappa=1.1"), Error);
}

TEST(StructureStyle, OfAnEmptyTreeIsStyleAlone) {
  EXPECT_EQ(make("structure_style")->similarity({}, {}), 1);
  EXPECT_EQ(make("structure_style")->similarity(page(tree("html")), {}), 0.5);
}

TEST(EditCosts, AreMadeWholeNumbers) {
  EXPECT_EQ(ted::EditCosts::scaled(1, 1, 1), ted::EditCosts{});
  EXPECT_EQ(ted::EditCosts::scaled(0.3, 0.3, 0.3), ted::EditCosts{});
  EXPECT_EQ(ted::EditCosts::scaled(0.5, 1, 1.25), (ted::EditCosts{2, 4, 5}));
  const ted::EditCosts odd = ted::EditCosts::scaled(0.1, 1, 1);
  EXPECT_NEAR(static_cast<double>(odd.insert) / static_cast<double>(odd.remove), 0.1, 1e-9);
}

}  // namespace
}  // namespace pagekin::measure
