#include "pagekin/cluster/linkage.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "reference/agglomeration.h"
#include "support/random_matrix.h"

namespace pagekin::cluster {
namespace {

Dendrogram linkage(const SimilarityMatrix& matrix, const std::string& name, PageKeys keys = {}) {
  if (name == "single") return single_linkage(matrix, keys);
  SimilarityMatrix copy = matrix;
  return nearest_neighbour_chain(std::move(copy),
                                 name == "complete" ? Linkage::kComplete : Linkage::kAverage, keys);
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
    const SimilarityMatrix matrix = test::random_matrix(random, pages);
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

// Among equally similar pairs any may come first, but it must be one of the most similar.
TEST_P(LinkageOf, WithTiesEveryMergeIsOfAMostSimilarPair) {
  Random random(4);
  for (int round = 0; round < 120; ++round) {
    const std::size_t pages = 2 + random.below(14);
    const SimilarityMatrix matrix = test::random_matrix(random, pages, 1 + random.below(4));
    std::vector<reference::Group> by_number;
    std::vector<std::size_t> left;  // numbers of the remaining clusters
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

TEST(SingleLinkage, OnAGraphOfSimilarPairsIsThatOfTheMatrix) {
  Random random(5);
  for (int round = 0; round < 60; ++round) {
    const std::size_t pages = 1 + random.below(40);
    const SimilarityMatrix matrix = test::random_matrix(random, pages, round % 2 == 0 ? 0 : 10);
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

TEST_P(LinkageOf, WithKeysCutsDoNotDependOnTheOrderOfPages) {
  Random random(6);
  for (int round = 0; round < 120; ++round) {
    const std::size_t pages = 2 + random.below(40);
    const SimilarityMatrix matrix = test::random_matrix(random, pages, 1 + random.below(8));
    const std::vector<PageId> order = test::random_order(random, pages);
    const Dendrogram here = linkage(matrix, GetParam());
    const Dendrogram there =
        linkage(test::reordered(matrix, order), GetParam(), test::keys_of(order));
    for (std::size_t clusters = 1; clusters < pages; ++clusters) {
      ASSERT_EQ(test::put_back(there.cut_into(clusters), order), here.cut_into(clusters)) << round;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, LinkageOf, testing::Values("single", "complete", "average"),
                         [](const auto& each) { return each.param; });

TEST(AverageLinkage, ARowThatStandsForSeveralPagesWeighsAsThese) {
  // Pages 0 and 1 are most similar; 0 represents three pages.
  SimilarityMatrix matrix(3);
  matrix.row(1)[0] = 0.9F;
  matrix.row(2)[0] = 0.4F;
  matrix.row(2)[1] = 0.8F;
  const std::vector<std::uint32_t> pages = {3, 1, 1};
  const Dendrogram found = nearest_neighbour_chain(std::move(matrix), Linkage::kAverage, {}, pages);
  ASSERT_EQ(found.merges().size(), 2U);
  EXPECT_FLOAT_EQ(found.merges()[0].similarity, 0.9F);
  EXPECT_FLOAT_EQ(found.merges()[1].similarity, (3 * 0.4F + 0.8F) / 4);
}

// Repeats each row for each page that it represents; equal pages have similarity 1.
SimilarityMatrix repeated(const SimilarityMatrix& matrix,
                          const std::vector<std::size_t>& row_of_page) {
  SimilarityMatrix made(row_of_page.size());
  for (std::size_t a = 0; a < row_of_page.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) made.row(a)[b] = matrix(row_of_page[a], row_of_page[b]);
  }
  return made;
}

TEST(NearestNeighbourChain, RowsForSeveralPagesAreCutAsTheRowRepeated) {
  Random random(9);
  for (int round = 0; round < 200; ++round) {
    const std::size_t rows = 1 + random.below(20);
    const SimilarityMatrix matrix = test::random_matrix(random, rows);
    std::vector<std::uint32_t> pages;
    std::vector<std::size_t> row_of_page;
    for (std::size_t row = 0; row < rows; ++row) {
      pages.push_back(1 + random.below(5));
      row_of_page.insert(row_of_page.end(), pages.back(), row);
    }
    const Linkage by = round % 4 == 0 ? Linkage::kComplete : Linkage::kAverage;
    SimilarityMatrix copy = matrix;
    const Dendrogram found = nearest_neighbour_chain(std::move(copy), by, {}, pages);
    const Dendrogram expected = nearest_neighbour_chain(repeated(matrix, row_of_page), by);
    const auto by_page = [&](const Clustering& of_rows) {
      Clustering made{{}, of_rows.cluster_count};
      for (const std::size_t row : row_of_page) made.labels.push_back(of_rows.labels[row]);
      return made;
    };
    for (std::size_t clusters = 1; clusters <= rows; ++clusters) {
      ASSERT_EQ(by_page(found.cut_into(clusters)), expected.cut_into(clusters)) << round;
    }
    for (int tenth = 1; tenth < 10; ++tenth) {
      const double cut = 0.1 * tenth + 0.003;
      ASSERT_EQ(by_page(found.cut_at(cut)), expected.cut_at(cut)) << round << " at " << cut;
    }
  }
}

TEST(SingleLinkage, CutsAtASimilarityNeverDependOnTheOrderOfPages) {
  Random random(7);
  for (int round = 0; round < 60; ++round) {
    const std::size_t pages = 2 + random.below(12);
    const SimilarityMatrix matrix = test::random_matrix(random, pages, 3);
    const std::vector<PageId> order = test::random_order(random, pages);
    const Dendrogram there = single_linkage(test::reordered(matrix, order));
    for (const double cut : {0.3, 0.6, 1.0}) {
      ASSERT_EQ(test::put_back(there.cut_at(cut), order), single_linkage(matrix).cut_at(cut));
    }
  }
}

TEST(SingleLinkage, TheForestHasAnEdgeLessThanPagesForEachConnectedPart) {
  Random random(8);
  for (int round = 0; round < 100; ++round) {
    const NeighbourGraph graph = test::random_graph(random, 40);
    const std::vector<Link> links = spanning_forest(graph);
    std::vector<Link> all;
    for (PageId page = 0; page < graph.pages(); ++page) {
      for (const Neighbour& other : graph[page])
        all.push_back({page, other.page, other.similarity});
    }
    const Dendrogram by_all(graph.pages(), all);
    const Dendrogram by_forest(graph.pages(), links);
    ASSERT_EQ(links.size(), by_all.merges().size());
    for (int eighth = 1; eighth <= 8; ++eighth) {
      ASSERT_EQ(by_forest.cut_at(eighth / 8.0), by_all.cut_at(eighth / 8.0)) << round;
    }
  }
}

}  // namespace
}  // namespace pagekin::cluster
