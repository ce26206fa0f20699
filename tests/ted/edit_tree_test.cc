#include "pagekin/ted/edit_tree.h"

#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "support/tree_edit_pairs.h"
#include "support/trees.h"

namespace pagekin::ted {
namespace {

using Numbers = std::vector<std::uint32_t>;

TEST(EditTree, IsInPostorderAndNumbersShapesAsTheyAppear) {
  Subtrees subtrees;
  const EditTree made = subtrees.make(tree("html(head(title) body(p p))"));
  EXPECT_EQ(made.sizes, (Numbers{1, 2, 1, 1, 3, 6}));
  EXPECT_EQ(made.shapes, (Numbers{0, 1, 2, 2, 3, 4}));
  EXPECT_EQ(made.elements, (Numbers{2, 1, 4, 5, 3, 0}));
  EXPECT_EQ(made.places, (Numbers{0, 1, 2, 4, 5}));
  EXPECT_EQ(made.leftmost(4), 2U);
  EXPECT_EQ(made.root(), 5U);
}

TEST(EditTree, KnowsEqualSubtreesOfOtherTrees) {
  Subtrees subtrees;
  const EditTree a = subtrees.make(tree("div(p(b) ul(li li))"));
  const EditTree b = subtrees.make(tree("table(ul(li li) p)"));
  const auto id = [](const EditTree& t, std::uint32_t position) {
    return t.ids[t.shapes[position]];
  };
  EXPECT_EQ(id(a, 4), id(b, 2));  // ul(li li)
  EXPECT_NE(id(a, 1), id(b, 3));  // p(b) and p
  EXPECT_EQ(a.labels[1], b.labels[3]);
  EXPECT_NE(a.root_id(), b.root_id());
  EXPECT_EQ(subtrees.size(id(a, 4)), 3U);
  EXPECT_EQ(subtrees.children_backwards(id(a, 4)).size(), 2U);
}

TEST(EditTree, SaysWhatItsTreeSaid) {
  Random random(3);
  Subtrees subtrees;
  for (int repeat = 0; repeat < 300; ++repeat) {
    const dom::TagTree from = random_tree(random, 40, 3, 0.2 * random.below(5));
    const EditTree made = subtrees.make(from);
    ASSERT_EQ(made.size(), from.size());
    for (std::uint32_t i = 0; i < made.size(); ++i) {
      const std::uint32_t element = made.elements[i];
      ASSERT_EQ(made.sizes[i], from.sizes[element]);
      ASSERT_EQ(made.labels[i], made.preorder_labels[element]);
      for (std::uint32_t j = 0; j < made.size(); ++j) {
        const std::uint32_t other = made.elements[j];
        ASSERT_EQ(made.labels[i] == made.labels[j], from.tags[element] == from.tags[other]);
        // The descendants are the range before the element.
        ASSERT_EQ(j >= made.leftmost(i) && j <= i,
                  other >= element && other < element + from.sizes[element]);
        const bool equal =
            std::equal(made.labels.begin() + made.leftmost(i), made.labels.begin() + i + 1,
                       made.labels.begin() + made.leftmost(j), made.labels.begin() + j + 1) &&
            std::equal(made.sizes.begin() + made.leftmost(i), made.sizes.begin() + i + 1,
                       made.sizes.begin() + made.leftmost(j), made.sizes.begin() + j + 1);
        ASSERT_EQ(made.shapes[i] == made.shapes[j], equal);
      }
    }
  }
}

TEST(EditTree, OfNothingIsEmpty) {
  Subtrees subtrees;
  EXPECT_TRUE(subtrees.make({}).empty());
}

TEST(EditTree, OfADeepTreeTakesNoRecursion) {
  Subtrees subtrees;
  const EditTree made = subtrees.make(chain(1, 200'000));
  EXPECT_EQ(made.shape_count(), 200'000U);
  EXPECT_EQ(subtrees.make(flat(1, 2, 200'000)).shape_count(), 2U);
}

TEST(EditTree, PairsAreKeptByContent) {
  const dom::TagTree a = tree("div(p p)");
  const dom::TagTree b = tree("div(p b)");
  const EditTreePair once = edit_trees_of(a, b);
  const EditTree* kept = once.a;
  const EditTreePair again = edit_trees_of(dom::TagTree(a), b);
  EXPECT_EQ(again.a, kept);
  EXPECT_EQ(again.a->ids[0], again.b->ids[0]);
}

}  // namespace
}  // namespace pagekin::ted
