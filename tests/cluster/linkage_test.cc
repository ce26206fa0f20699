#include "pagekin/cluster/linkage.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "reference/agglomeration.h"

namespace pagekin::cluster {
namespace {

// Without ties, unless there are but `values` different similarities.
SimilarityMatrix random_matrix(Random& random, std::size_t pages, std::uint32_t values = 0) {
  SimilarityMatrix matrix(pages);
  for (std::size_t a = 0; a < pages; ++a) {
    for (float& similarity : matrix.row(a)) {
      similarity = values > 0
                       ? static_cast<float>(random.below(values + 1)) / static_cast<float>(values)
                       : static_cast<float>(random.unit());
    }
  }
  return matrix;
}

Dendrogram linkage(const SimilarityMatrix& matrix, const std::string& name) {
  if (name == "single") return single_linkage(matrix);
  SimilarityMatrix copy = matrix;
  return nearest_neighbour_chain(std::move(copy),
                                 name == "complete" ? Linkage::kComplete : Linkage::kAverage);
}

Clustering labels(const std::vector<reference::Group>& groups, std::size_t pages) {
  std::vector<int> by_page(pages);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (const std::size_t page : groups[i]) by_page[page] = static_cast<int>(i);
  }
  return canonical(by_page);
}

class LinkageOf : public testing::TestWithParam<std::string> {};

TEST_P(LinkageOf, GivesWhatMergingTheMostSimilarPairGives) {
  Random random(3);
  for (int round = 0; round < 120; ++round) {
    const std::size_t pages = 1 + random.below(25);
    const SimilarityMatrix matrix = random_matrix(random, pages);
    const Dendrogram found = linkage(matrix, GetParam());
    const auto expected = reference::agglomerate(matrix, GetParam(), 0);
    ASSERT_EQ(found.merges().size(), expected.merges.size());
    for (std::size_t i = 0; i < expected.merges.size(); ++i) {
      ASSERT_NEAR(found.merges()[i].similarity, expected.merges[i], 1e-6) << round;
    }
    for (int tenth = 1; tenth < 10; ++tenth) {
      const double cut = 0.1 * tenth + 0.003;
      ASSERT_EQ(found.cut_at(cut),
                labels(reference::agglomerate(matrix, GetParam(), cut).groups, pages))
          << round << " at " << cut;
    }
  }
}

// Where pairs are equally similar, which of them comes first is free; that it is one of
// the most similar is not.
TEST_P(LinkageOf, WithTiesEveryMergeIsOfAMostSimilarPair) {
  Random random(4);
  for (int round = 0; round < 120; ++round) {
    const std::size_t pages = 2 + random.below(14);
    const SimilarityMatrix matrix = random_matrix(random, pages, 1 + random.below(4));
    std::vector<reference::Group> by_number;
    std::vector<std::size_t> left;  // numbers of the clusters there are
    for (std::size_t page = 0; page < pages; ++page) {
      by_number.push_back({page});
      left.push_back(page);
    }
    float before = 2;
    const Dendrogram found = linkage(matrix, GetParam());
    for (const Merge& merge : found.merges()) {
      ASSERT_LE(merge.similarity, before);
      before = merge.similarity;
      double best = -1;
      for (const std::size_t x : left) {
        for (const std::size_t y : left) {
          if (x < y) {
            best = std::max(best,
                            reference::similarity(matrix, by_number[x], by_number[y], GetParam()));
          }
        }
      }
      ASSERT_NEAR(merge.similarity, best, 1e-6);
      ASSERT_NEAR(
          reference::similarity(matrix, by_number[merge.left], by_number[merge.right], GetParam()),
          best, 1e-6);
      reference::Group both = by_number[merge.left];
      both.insert(both.end(), by_number[merge.right].begin(), by_number[merge.right].end());
      ASSERT_EQ(merge.size, both.size());
      left.push_back(by_number.size());
      by_number.push_back(both);
      std::erase(left, merge.left);
      std::erase(left, merge.right);
    }
    ASSERT_EQ(left.size(), 1U);
  }
}

TEST_P(LinkageOf, OfOnePageOrNone) {
  EXPECT_EQ(linkage(SimilarityMatrix(0), GetParam()).merges().size(), 0U);
  EXPECT_EQ(linkage(SimilarityMatrix(1), GetParam()).cut_at(0), (Clustering{{0}, 1}));
}

INSTANTIATE_TEST_SUITE_P(All, LinkageOf, testing::Values("single", "complete", "average"),
                         [](const auto& each) { return each.param; });

TEST(SingleLinkage, OnAGraphOfSimilarPairsIsThatOfTheMatrix) {
  Random random(5);
  for (int round = 0; round < 60; ++round) {
    const std::size_t pages = 1 + random.below(40);
    const SimilarityMatrix matrix = random_matrix(random, pages, round % 2 == 0 ? 0 : 10);
    std::vector<Edge> edges;
    for (PageId a = 0; a < pages; ++a) {
      for (PageId b = 0; b < a; ++b) {
        if (matrix(a, b) >= 0.5F) edges.push_back({a, b, matrix(a, b)});
      }
    }
    const Dendrogram by_graph = single_linkage(NeighbourGraph(pages, edges));
    const Dendrogram by_matrix = single_linkage(matrix);
    for (const double cut : {0.5, 0.6, 0.75, 0.9, 1.0}) {
      ASSERT_EQ(by_graph.cut_at(cut), by_matrix.cut_at(cut)) << round;
    }
  }
}

TEST(SingleLinkage, CutsDoNotDependOnTheOrderOfPages) {
  Random random(6);
  for (int round = 0; round < 60; ++round) {
    const std::size_t pages = 2 + random.below(30);
    const SimilarityMatrix matrix = random_matrix(random, pages, 8);
    std::vector<std::size_t> order(pages);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = pages; i > 1; --i) {
      std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
    }
    SimilarityMatrix shuffled(pages);
    for (std::size_t a = 0; a < pages; ++a) {
      for (std::size_t b = 0; b < a; ++b) shuffled.row(a)[b] = matrix(order[a], order[b]);
    }
    for (const double cut : {0.25, 0.5, 0.75}) {
      const Clustering there = single_linkage(shuffled).cut_at(cut);
      std::vector<int> back(pages);
      for (std::size_t i = 0; i < pages; ++i) back[order[i]] = there.labels[i];
      ASSERT_EQ(canonical(back), single_linkage(matrix).cut_at(cut));
    }
  }
}

}  // namespace
}  // namespace pagekin::cluster
