// contract/method_contract_test.cc checks what every method promises,
// sketch/fingerprint_index_test.cc the clusters. This file tests the method itself.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/method/method.h"

#include "reference/fingerprint_clusters.h"
#include "support/fingerprint_pages.h"

namespace pagekin::method {
namespace {

using test::Entries;

Clustering clusters(std::string_view spec, const std::vector<Entries>& pages) {
  const auto method = make(spec);
  test::add_pages(*method, pages);
  return method->finish().clusters;
}

TEST(FingerprintMethod, AsksForTheFingerprintItsOptionsDescribe) {
  const features::Needs needs = make("fingerprint:length=40,tags=ul,li")->needs();
  EXPECT_EQ(needs.fingerprint_length, 40);
  EXPECT_EQ(needs.fingerprint_tags, features::TagFilter("li+ul"));
  EXPECT_FALSE(needs.tag_hash || needs.head_hash || needs.first_tags);
  EXPECT_EQ(make("fingerprint")->needs().fingerprint_length, 25);
}

TEST(FingerprintMethod, RefusesOptionsOutOfRange) {
  for (const auto* spec :
       {"fingerprint:length=0", "fingerprint:length=256", "fingerprint:max_edits=2",
        "fingerprint:split=255", "fingerprint:tags=1,2", "fingerprint:tags="}) {
    EXPECT_THROW(make(spec), Error) << spec;
  }
}

TEST(FingerprintMethod, ClustersAreTheChainsOfMatches) {
  const std::vector<Entries> pages{
      {0, 0, 0, 0, 0}, {9, 9, 9, 9, 9}, {0, 0, 0, 1, 1}, {0, 0, 0, 0, 1}};
  EXPECT_EQ(clusters("fingerprint", pages).labels, (std::vector{0, 1, 0, 0}));
  EXPECT_EQ(clusters("fingerprint:max_edits=0", pages).labels, (std::vector{0, 1, 2, 3}));
}

TEST(FingerprintMethod, EverySplitGivesTheSameClusters) {
  Random random(5);
  const auto pages = test::random_fingerprints(random, 150, 12, 4);
  const Clustering expected = reference::fingerprint_clusters(pages, 1);
  for (const int split : {0, 1, 4, 11, 12, 17, 254}) {
    EXPECT_EQ(clusters("fingerprint:length=12,split=" + std::to_string(split), pages), expected);
  }
  EXPECT_EQ(clusters("fingerprint:length=1,split=0", {{0}, {1}, {0}}).labels,
            (std::vector{0, 1, 0}));
}

TEST(FingerprintMethod, PagesMayFollowAfterTheClustersWereAskedFor) {
  Random random(6);
  const auto pages = test::random_fingerprints(random, 3000, 25, 5);
  const Clustering expected = clusters("fingerprint", pages);
  for (const auto* spec : {"fingerprint", "fingerprint:split=0"}) {
    const auto method = make(spec);
    for (std::size_t i = 0; i < pages.size(); ++i) {
      if (i % 700 == 0) {
        EXPECT_EQ(method->finish().clusters.labels.size(), i);
      }
      method->add(test::page_with(pages[i]));
    }
    EXPECT_EQ(method->finish().clusters, expected);
  }
}

TEST(FingerprintMethod, DecidesWhereToCutAfterAsManyPagesAsThereAre) {
  Random random(8);
  const auto pages = test::random_fingerprints(random, 12'000, 25, 25);
  EXPECT_EQ(clusters("fingerprint:split=0", pages), clusters("fingerprint", pages));
}

// Pages given by the hash of all their tags and the hash of the tags of their head.
Clustering clusters_of_hashes(std::string_view spec,
                              const std::vector<std::pair<std::uint64_t, std::uint64_t>>& pages) {
  const auto method = make(spec);
  for (const auto& [tags, head] : pages) {
    features::Features page;
    page.tag_hash = {tags, 1};
    page.head_hash = {head, 1};
    method->add(std::move(page));
  }
  return method->finish().clusters;
}

TEST(Md5Method, ClustersPagesOfEqualTags) {
  EXPECT_EQ(clusters_of_hashes("md5", {{7, 1}, {8, 1}, {7, 2}, {9, 3}, {8, 4}}),
            (Clustering{{0, 1, 0, 2, 1}, 3}));
  EXPECT_TRUE(make("md5")->needs().tag_hash);
}

TEST(Mdh5Method, ClustersPagesOfEqualHeads) {
  EXPECT_EQ(clusters_of_hashes("mdh5", {{7, 1}, {8, 1}, {7, 2}, {9, 3}, {8, 2}}),
            (Clustering{{0, 0, 1, 2, 1}, 3}));
  EXPECT_TRUE(make("mdh5")->needs().head_hash);
}

TEST(HashMethods, CannotBePersisted) {
  for (const auto* name : {"md5", "mdh5"}) {
    const auto method = make(name);
    EXPECT_EQ(method->persistent(), nullptr) << name;
  }
}

}  // namespace
}  // namespace pagekin::method
