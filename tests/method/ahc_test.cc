// contract/method_contract_test.cc checks what every method promises, the tests of cluster/
// check the merges. This file tests the method itself.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/core/random.h"
#include "pagekin/measure/all_pairs.h"
#include "pagekin/method/matrix_of.h"
#include "pagekin/method/method.h"
#include "pagekin/method/pairwise_method.h"

#include "reference/agglomeration.h"
#include "support/method_pages.h"

namespace pagekin::method {
namespace {

using test::pages_of_templates;

struct AhcClusters {
  Clustering clusters;
  std::string report;
  Dendrogram dendrogram;
  double cut = 0;
};

AhcClusters cluster_by_ahc(std::string_view spec, std::string_view measure,
                           const std::vector<std::string>& pages, bool keep = false) {
  const auto method = make(spec, measure);
  for (const std::string& text : pages) {
    method->add(features::extract(Page{.body = text}, method->needs()));
  }
  AhcClusters made;
  MethodResult result = method->finish({.check = true, .dendrogram = keep});
  made.clusters = std::move(result.clusters);
  made.report = std::move(result.report);
  if (keep) {
    made.dendrogram = result.dendrogram->merges;
    made.cut = result.dendrogram->cut;
  }
  return made;
}

SimilarityMatrix matrix_of(std::string_view name, const std::vector<std::string>& texts) {
  const auto measure = measure::make(name);
  std::vector<features::Features> pages;
  for (const std::string& text : texts) {
    pages.push_back(features::extract(Page{.body = text}, measure->needs()));
  }
  measure->fit(pages);
  for (features::Features& page : pages) measure->prepare(page);
  return measure::all_pairs(*measure, pages);
}

Clustering labels(const std::vector<reference::Group>& groups, std::size_t pages) {
  std::vector<int> by_page(pages);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (const std::size_t page : groups[i]) by_page[page] = static_cast<int>(i);
  }
  return canonical(by_page);
}

TEST(Ahc, OnTheGraphGivesTheClustersOfTheMatrix) {
  Random random(1);
  for (int round = 0; round < 6; ++round) {
    const std::vector<std::string> pages = pages_of_templates(random, 24, 4);
    for (const auto* measure : {"path_cosine", "tag_shingles", "stm", "style"}) {
      for (const auto* threshold : {"0.3", "0.7", "0.95", "1"}) {
        const AhcClusters found =
            cluster_by_ahc(std::string("ahc:threshold=") + threshold, measure, pages);
        const auto slow = reference::agglomerate(matrix_of(measure, pages), "single",
                                                 static_cast<float>(std::stod(threshold)));
        ASSERT_EQ(found.clusters, labels(slow.groups, pages.size())) << measure << threshold;
      }
    }
  }
}

TEST(Ahc, MergesAsItsLinkageSays) {
  Random random(2);
  for (int round = 0; round < 8; ++round) {
    const std::vector<std::string> pages = pages_of_templates(random, 25, 3);
    const SimilarityMatrix matrix = matrix_of("tag_shingles", pages);
    for (const auto* linkage : {"single", "complete", "average"}) {
      const std::string spec = std::string("ahc:threshold=0,linkage=") + linkage;
      const AhcClusters found = cluster_by_ahc(spec, "tag_shingles", pages, true);
      const auto slow = reference::agglomerate(matrix, linkage, 0);
      ASSERT_EQ(found.dendrogram.merges().size(), pages.size() - 1);
      ASSERT_EQ(found.clusters.cluster_count, 1);
      ASSERT_NEAR(found.dendrogram.merges()[0].similarity, slow.merges[0], 1e-6);
    }
  }
}

TEST(Ahc, StopsAtANumberOfClusters) {
  Random random(3);
  const std::vector<std::string> pages = pages_of_templates(random, 30, 3);
  for (const auto* linkage : {"single", "complete", "average"}) {
    for (int clusters = 1; clusters < 6; ++clusters) {
      const std::string spec =
          std::string("ahc:linkage=") + linkage + ",clusters=" + std::to_string(clusters);
      EXPECT_EQ(cluster_by_ahc(spec, "tag_shingles", pages).clusters.cluster_count, clusters)
          << spec;
    }
  }
  EXPECT_EQ(cluster_by_ahc("ahc:clusters=99", "ted", {"<p>", "<b>"}).clusters.cluster_count, 2);
}

TEST(Ahc, TheDendrogramOfAGraphGoesDownToTheThreshold) {
  Random random(4);
  for (int round = 0; round < 10; ++round) {
    const std::vector<std::string> pages = pages_of_templates(random, 40, 4);
    const AhcClusters by_graph = cluster_by_ahc("ahc:threshold=0.6", "tag_shingles", pages, true);
    const AhcClusters by_matrix = cluster_by_ahc("ahc:threshold=0", "tag_shingles", pages, true);
    ASSERT_EQ(by_graph.dendrogram.pages(), pages.size());
    EXPECT_EQ(by_graph.cut, 0.6);
    std::size_t kept = 0;
    for (const Merge& merge : by_matrix.dendrogram.merges()) {
      if (merge.similarity < 0.6F) break;
      ASSERT_EQ(by_graph.dendrogram.merges()[kept].similarity, merge.similarity);
      ++kept;
    }
    ASSERT_EQ(by_graph.dendrogram.merges().size(), kept);
    for (const double cut : {0.6, 0.75, 0.9, 1.0}) {
      ASSERT_EQ(by_graph.dendrogram.cut_at(cut), by_matrix.dendrogram.cut_at(cut));
    }
    ASSERT_EQ(by_graph.clusters, by_graph.dendrogram.cut_at(0.6));
  }
}

TEST(Ahc, EqualPagesMergeFirst) {
  const AhcClusters found =
      cluster_by_ahc("ahc:threshold=0.2", "tag_shingles",
                     {"<p><b>", "<i><u>", "<p><b>", "<i><u>", "<p><b>"}, true);
  const std::vector<Merge> expected = {{0, 2, 1, 2}, {1, 3, 1, 2}, {5, 4, 1, 3}};
  EXPECT_EQ(std::vector<Merge>(found.dendrogram.merges().begin(), found.dendrogram.merges().end()),
            expected);
}

TEST(Ahc, SaysWhatItDid) {
  const std::vector<std::string> pages = {"<p><b><i><u><p>", "<p><b><i><u><p><p>", "<a><table>"};
  EXPECT_NE(cluster_by_ahc("ahc:threshold=0.3", "tag_shingles", pages)
                .report.find("check       3 pairs compared, the same neighbours\n"
                             "merges      1 made\n"),
            std::string::npos);
  const std::string report =
      cluster_by_ahc("ahc:linkage=average,threshold=0.5", "tag_shingles", pages).report;
  EXPECT_NE(report.find("pairs       3 compared, similarities 0.000000 to"), std::string::npos)
      << report;
  EXPECT_NE(report.find("; the next would be at 0.000000"), std::string::npos) << report;
}

TEST(Ahc, MayMissSimilarPairsWhenTold) {
  Random random(5);
  const std::vector<std::string> pages = pages_of_templates(random, 40, 4);
  const AhcClusters found = cluster_by_ahc("ahc:search=lsh", "tag_shingles", pages);
  EXPECT_NE(found.report.find("% of the neighbours were found"), std::string::npos) << found.report;
  EXPECT_THROW(cluster_by_ahc("ahc:search=lsh", "ted", pages), Error);
}

// No pages are compared: the limit is checked first.
TEST(Ahc, RefusesMorePagesThanFitAMatrix) {
  const auto measure = measure::make("style");
  const std::vector<features::Features> pages(kMostPagesInAMatrix + 1);
  graph::Similarities similarities(*measure, pages);
  for (const auto* spec : {"ahc:linkage=average", "ahc:clusters=7", "k_medoids:clusters=2"}) {
    const auto method = make(spec, "style");
    try {
      method->pairwise()->cluster(similarities, {});
      FAIL() << spec;
    } catch (const Error& error) {
      const std::string text = error.what();
      EXPECT_NE(text.find("takes 65,536 pages at the most, got 65,537"), std::string::npos) << text;
      EXPECT_NE(text.find("option `method` ahc:linkage=single"), std::string::npos) << text;
    }
  }
}

TEST(Ahc, RefusesOptionsOutOfRange) {
  for (const auto* spec :
       {"ahc:linkage=ward", "ahc:threshold=1.1", "ahc:threshold=-0.1", "ahc:clusters=-1",
        "ahc:measure=ted", "ahc:search=lsh,linkage=average", "ahc:search=lsh,clusters=3"}) {
    EXPECT_THROW(make(spec), Error) << spec;
  }
}

}  // namespace
}  // namespace pagekin::method
