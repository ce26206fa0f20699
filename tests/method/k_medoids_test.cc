// contract/method_contract_test.cc checks what every method promises, the tests of cluster/
// check the search. This file tests the method itself.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/core/random.h"
#include "pagekin/method/method.h"

#include "support/method_pages.h"

namespace pagekin::method {
namespace {

struct KMedoidsClusters {
  Clustering clusters;
  std::string report;
};

KMedoidsClusters cluster_by_k_medoids(std::string_view spec, const std::vector<std::string>& pages,
                                      unsigned threads = 1) {
  const auto method = make(spec, "tag_shingles");
  for (const std::string& text : pages) {
    method->add(features::extract(Page{.body = text}, method->needs()));
  }
  MethodResult result = method->finish({.threads = threads});
  return {std::move(result.clusters), std::move(result.report)};
}

TEST(KMedoidsMethod, MakesAsManyClustersAsAskedFor) {
  Random random(1);
  const std::vector<std::string> pages = test::pages_of_templates(random, 50, 5);
  for (int clusters = 1; clusters < 6; ++clusters) {
    const std::string spec = "k_medoids:clusters=" + std::to_string(clusters);
    EXPECT_EQ(cluster_by_k_medoids(spec, pages).clusters.cluster_count, clusters);
  }
}

TEST(KMedoidsMethod, MakesNoMoreThanThereAreDifferentPages) {
  EXPECT_EQ(
      cluster_by_k_medoids("k_medoids:clusters=9", {"<p><b>", "<i>", "<p><b>", "<i>"}).clusters,
      (Clustering{{0, 1, 0, 1}, 2}));
}

TEST(KMedoidsMethod, IsTheSameForASeedAndAnyNumberOfThreads) {
  Random random(2);
  const std::vector<std::string> pages = test::pages_of_templates(random, 50, 5);
  for (const auto* spec : {"k_medoids:clusters=5", "k_medoids:clusters=5,seed=77"}) {
    EXPECT_EQ(cluster_by_k_medoids(spec, pages, 1).clusters,
              cluster_by_k_medoids(spec, pages, 5).clusters);
  }
}

// Four pages in a ring, each equally similar to both neighbours: the contents of the pages
// decide.
TEST(KMedoidsMethod, TheOrderOfPagesDoesNotMatterWhereSimilaritiesDoNotTell) {
  const std::vector<std::string> ring = {"<p class='a b'>", "<p class='b c'>", "<p class='c d'>",
                                         "<p class='d a'>"};
  for (const auto* spec : {"k_medoids:clusters=2", "ahc:linkage=complete,threshold=0.3",
                           "ahc:linkage=average,threshold=0.3", "ahc:clusters=2"}) {
    std::set<std::vector<int>> seen;  // clusters of the ring's pages
    std::vector<std::size_t> order = {0, 1, 2, 3};
    do {
      const auto method = make(spec, "style");
      for (const std::size_t page : order) {
        method->add(features::extract(Page{.body = ring[page]}, method->needs()));
      }
      const Clustering found = method->finish().clusters;
      std::vector<int> labels(ring.size());
      for (std::size_t i = 0; i < order.size(); ++i) labels[order[i]] = found.labels[i];
      seen.insert(canonical(labels).labels);
    } while (std::next_permutation(order.begin(), order.end()));
    EXPECT_EQ(seen.size(), 1U) << spec;
  }
}

TEST(KMedoidsMethod, SaysWhatItDid) {
  const std::string report =
      cluster_by_k_medoids("k_medoids:clusters=1", {"<p><b>", "<i>", "<p><b>"}).report;
  EXPECT_NE(report.find("pairs       3 compared, similarities 0.000000 to 1.000000\n"),
            std::string::npos);
  EXPECT_NE(report.find("1.000000 after"), std::string::npos) << report;
}

TEST(KMedoidsMethod, WantsTheNumberOfClusters) {
  EXPECT_THROW(make("k_medoids"), Error);
  EXPECT_THROW(make("k_medoids:seed=3"), Error);
  EXPECT_THROW(make("k_medoids:clusters=0"), Error);
  EXPECT_THROW(make("k_medoids:clusters=-2"), Error);
  try {
    make("k_medoids");
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "method 'k_medoids' needs the option 'clusters', as in k_medoids:clusters=8");
  }
}

}  // namespace
}  // namespace pagekin::method
