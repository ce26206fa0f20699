// contract/method_contract_test.cc checks what every method promises, the tests of cluster/
// check the clusters. This file tests the method itself.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/method/method.h"

namespace pagekin::method {
namespace {

std::string page(int rows, std::string_view body_class, std::string_view extra = "") {
  std::string made = "<html><head><title>t</title></head><body class='" + std::string(body_class) +
                     "'><div class=main><ul>";
  for (int i = 0; i < rows; ++i) made += "<li class=row><a>x</a></li>";
  return made + "</ul></div>" + std::string(extra) + "</body></html>";
}

struct SnnClusters {
  Clustering clusters;
  std::string report;
};

SnnClusters cluster_by_snn(std::string_view spec, std::string_view measure,
                           const std::vector<std::string>& pages,
                           FinishOptions options = {.check = true}) {
  const auto method = make(spec, measure);
  for (const std::string& text : pages) {
    method->add(features::extract(Page{.body = text}, method->needs()));
  }
  MethodResult result = method->finish(options);
  return {std::move(result.clusters), std::move(result.report)};
}

const std::string kTable = "<table><tr><td>1<td>2<tr><td>3<td>4</table><form><input></form>";

TEST(Snn, GroupsWhatIsSimilarByTheMeasure) {
  const std::vector<std::string> pages = {page(9, "list"), page(10, "list"),
                                          page(9, "item", kTable), page(10, "list"),
                                          page(10, "item", kTable)};
  for (const auto* measure : {"", "ted", "structure_style:kappa=0.3", "pq_gram", "tag_shingles"}) {
    const SnnClusters found = cluster_by_snn("snn:similar=0.88,overlap=0.5", measure, pages);
    EXPECT_EQ(found.clusters, (Clustering{{0, 0, 1, 0, 1}, 2})) << measure;
  }
}

TEST(Snn, LongListsAreAlikeOnceFolded) {
  const std::vector<std::string> pages = {page(2, "list"), page(200, "list"),
                                          page(2, "list", kTable), page(90, "list", kTable)};
  EXPECT_EQ(cluster_by_snn("snn", "ted", pages).clusters.cluster_count, 4);
  EXPECT_EQ(cluster_by_snn("snn", "ted:fold=true", pages).clusters, (Clustering{{0, 0, 1, 1}, 2}));
}

TEST(Snn, SaysWhatItDid) {
  const SnnClusters found =
      cluster_by_snn("snn", "ted", {page(9, "a"), page(10, "a"), page(9, "a"), kTable});
  EXPECT_NE(found.report.find("neighbours  3 of 6 pairs, 1 of them equal pages"), std::string::npos)
      << found.report;
  EXPECT_NE(found.report.find("check       6 pairs compared, the same neighbours"),
            std::string::npos);
  EXPECT_NE(found.report.find("round 1     3 clusters, 1 edges, 1 candidates, 1 merged"),
            std::string::npos)
      << found.report;
}

TEST(Snn, SearchesByMinHashWhereThePagesAreSets) {
  std::vector<std::string> pages;
  for (int i = 0; i < 6; ++i) pages.push_back(page(9 + i, "list"));
  for (int i = 0; i < 6; ++i) pages.push_back(page(9 + i, "item", kTable));
  const SnnClusters exact = cluster_by_snn("snn:similar=0.9,overlap=0.5", "pq_gram", pages);
  const SnnClusters lsh =
      cluster_by_snn("snn:similar=0.9,overlap=0.5,search=lsh", "pq_gram", pages);
  EXPECT_EQ(lsh.clusters, exact.clusters);
  EXPECT_NE(lsh.report.find("bands"), std::string::npos) << lsh.report;
  EXPECT_NE(lsh.report.find("check "), std::string::npos) << lsh.report;
  try {
    cluster_by_snn("snn:search=lsh", "ted", pages);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(std::string_view(error.what()).find("pq_gram, common_paths"), std::string_view::npos);
  }
  EXPECT_THROW(make("snn:search=quick"), Error);
}

TEST(Snn, StopsWhereItIsTold) {
  const SnnClusters found =
      cluster_by_snn("snn:max_iterations=0", "ted", {page(9, "a"), page(10, "a")});
  EXPECT_EQ(found.clusters.cluster_count, 2);
}

TEST(Snn, TheTableFormTakesTheNearest) {
  std::vector<std::string> pages;
  for (int i = 0; i < 6; ++i) pages.push_back(page(20 + i, "list"));
  for (int i = 0; i < 6; ++i) pages.push_back(page(20 + i, "item", kTable + kTable + kTable));
  const SnnClusters found = cluster_by_snn("snn:neighbours=5,shared=4", "ted", pages);
  EXPECT_EQ(found.clusters, (Clustering{{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}, 2}));
}

TEST(Snn, RefusesOptionsOutOfRange) {
  for (const auto* spec : {"snn:similar=0", "snn:similar=1.01", "snn:overlap=-1",
                           "snn:max_iterations=-1", "snn:neighbours=-1", "snn:measure=ted"}) {
    EXPECT_THROW(make(spec), Error) << spec;
  }
}

}  // namespace
}  // namespace pagekin::method
