#include "pagekin/align/recent_trees.h"

#include <stdexcept>

#include <gtest/gtest.h>

#include "support/trees.h"

namespace pagekin::align {
namespace {

TEST(RecentTrees, FindsATreeByItsContent) {
  RecentTrees<int> recent(2);
  const auto made_of = [&](const dom::TagTree& tree, int made) {
    return recent.of(tree, [made](int& out) { out = made; });
  };
  EXPECT_EQ(made_of(tree("p"), 1), 1);
  EXPECT_EQ(made_of(tree("div(p)"), 2), 2);
  EXPECT_EQ(made_of(tree("p"), 3), 1);
  EXPECT_EQ(recent.elements_added(), 3U);
  // The oldest tree makes room.
  EXPECT_EQ(made_of(tree("ul(li li)"), 4), 4);
  EXPECT_EQ(made_of(tree("div(p)"), 5), 2);
  EXPECT_EQ(made_of(tree("p"), 6), 6);
  recent.clear();
  EXPECT_EQ(recent.elements_added(), 0U);
  EXPECT_EQ(made_of(tree("p"), 7), 7);
}

TEST(RecentTrees, DoesNotReplaceTheEntryToKeep) {
  RecentTrees<int> recent(2);
  const int& first = recent.of(tree("p"), [](int& out) { out = 1; });
  recent.of(tree("b"), [](int& out) { out = 2; });
  const int& third = recent.of(
      tree("i"), [](int& out) { out = 3; }, &first);
  EXPECT_EQ(first, 1);
  EXPECT_EQ(third, 3);
}

TEST(RecentTrees, ForgetsATreeThatCouldNotBeMade) {
  RecentTrees<int> recent(1);
  recent.of(tree("p"), [](int& out) { out = 1; });
  const auto fail = [](int& out) {
    out = 2;
    throw std::runtime_error("no memory");
  };
  EXPECT_THROW(recent.of(tree("b"), fail), std::runtime_error);
  EXPECT_EQ(recent.of(tree("p"), [](int& out) { out = 3; }), 3);
}

}  // namespace
}  // namespace pagekin::align
