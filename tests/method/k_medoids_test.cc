// What every method promises is checked in contract/method_contract_test.cc, the search in
// cluster/. Here: what lies between.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/core/random.h"
#include "pagekin/method/method.h"

#include "support/method_pages.h"

namespace pagekin::method {
namespace {

struct Clustered {
  Clustering clusters;
  std::string report;
};

Clustered cluster(std::string_view spec, const std::vector<std::string>& pages,
                  unsigned threads = 1) {
  const auto method = make(spec, "tag_shingles");
  for (const std::string& text : pages) {
    method->add(features::extract(Page{.body = text}, method->needs()));
  }
  Clustering clusters = method->finish({.threads = threads});
  return {std::move(clusters), method->report()};
}

TEST(KMedoidsMethod, MakesAsManyClustersAsAskedFor) {
  Random random(1);
  const std::vector<std::string> pages = test::pages_of_templates(random, 50, 5);
  for (int clusters = 1; clusters < 6; ++clusters) {
    const std::string spec = "k_medoids:clusters=" + std::to_string(clusters);
    EXPECT_EQ(cluster(spec, pages).clusters.cluster_count, clusters);
  }
}

TEST(KMedoidsMethod, MakesNoMoreThanThereAreDifferentPages) {
  EXPECT_EQ(cluster("k_medoids:clusters=9", {"<p><b>", "<i>", "<p><b>", "<i>"}).clusters,
            (Clustering{{0, 1, 0, 1}, 2}));
}

TEST(KMedoidsMethod, IsTheSameForASeedAndAnyNumberOfThreads) {
  Random random(2);
  const std::vector<std::string> pages = test::pages_of_templates(random, 50, 5);
  for (const auto* spec : {"k_medoids:clusters=5", "k_medoids:clusters=5,seed=77"}) {
    EXPECT_EQ(cluster(spec, pages, 1).clusters, cluster(spec, pages, 5).clusters);
  }
}

TEST(KMedoidsMethod, SaysWhatItDid) {
  const std::string report = cluster("k_medoids:clusters=1", {"<p><b>", "<i>", "<p><b>"}).report;
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
                 "method 'k_medoids' needs to be told 'clusters', as in k_medoids:clusters=8");
  }
}

}  // namespace
}  // namespace pagekin::method
