#include "pagekin/core/dendrogram.h"

#include <gtest/gtest.h>

namespace pagekin {
namespace {

TEST(Dendrogram, TakesLinksByFallingSimilarity) {
  const Dendrogram tree(5, {{0, 2, 0.5F}, {3, 4, 0.9F}, {2, 1, 0.7F}, {1, 0, 0.4F}, {4, 0, 0.1F}});
  ASSERT_EQ(tree.merges().size(), 4U);
  EXPECT_EQ(tree.merges()[0], (Merge{3, 4, 0.9F, 2}));  // number 5
  EXPECT_EQ(tree.merges()[1], (Merge{1, 2, 0.7F, 2}));  // 6
  EXPECT_EQ(tree.merges()[2], (Merge{0, 6, 0.5F, 3}));  // 7; the link of 1 and 0 adds nothing
  EXPECT_EQ(tree.merges()[3], (Merge{7, 5, 0.1F, 5}));
}

TEST(Dendrogram, IsCutAtASimilarity) {
  const Dendrogram tree(4, {{0, 1, 0.9F}, {2, 3, 0.7F}, {1, 2, 0.3F}});
  EXPECT_EQ(tree.cut_at(0.95), (Clustering{{0, 1, 2, 3}, 4}));
  EXPECT_EQ(tree.cut_at(0.9), (Clustering{{0, 0, 1, 2}, 3}));
  EXPECT_EQ(tree.cut_at(0.7), (Clustering{{0, 0, 1, 1}, 2}));
  EXPECT_EQ(tree.cut_at(0), (Clustering{{0, 0, 0, 0}, 1}));
}

TEST(Dendrogram, IsCutIntoANumberOfClusters) {
  const Dendrogram tree(4, {{0, 1, 0.9F}, {2, 3, 0.7F}});
  EXPECT_EQ(tree.cut_into(9).cluster_count, 4);
  EXPECT_EQ(tree.cut_into(3), (Clustering{{0, 0, 1, 2}, 3}));
  EXPECT_EQ(tree.cut_into(2), (Clustering{{0, 0, 1, 1}, 2}));
  EXPECT_EQ(tree.cut_into(1).cluster_count, 2);  // nothing joins the two
}

TEST(Dendrogram, OfNothing) {
  EXPECT_EQ(Dendrogram().cut_at(0.5), Clustering{});
  EXPECT_EQ(Dendrogram(1).cut_into(1), (Clustering{{0}, 1}));
}

}  // namespace
}  // namespace pagekin
