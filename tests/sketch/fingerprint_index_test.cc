#include "pagekin/sketch/fingerprint_index.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/clustering.h"
#include "pagekin/core/error.h"

#include "reference/fingerprint_clusters.h"
#include "support/random_fingerprints.h"
#include "support/rounds.h"

namespace pagekin::sketch {
namespace {

using test::Entries;
using Node = FingerprintIndex::Node;

Clustering clusters_of(FingerprintIndex& index, const std::vector<Node>& pages) {
  std::vector<int> labels;
  for (const Node node : pages) labels.push_back(static_cast<int>(index.cluster(node)));
  return canonical(labels);
}

std::vector<Node> add_all(FingerprintIndex& index, const std::vector<Entries>& pages) {
  std::vector<Node> nodes;
  for (const Entries& page : pages) nodes.push_back(index.add(page));
  return nodes;
}

std::vector<Entries> found_by(const FingerprintIndex& index, const Entries& query) {
  std::vector<Entries> found;
  for (const Node node : index.find(query)) {
    found.emplace_back(index.fingerprint(node).begin(), index.fingerprint(node).end());
  }
  return found;
}

TEST(FingerprintIndex, KeepsEqualFingerprintsOnce) {
  FingerprintIndex index({});
  EXPECT_EQ(index.add(Entries{0, 1, 2, 3, 4}), 0u);
  EXPECT_EQ(index.add(Entries{0, 1, 2, 3, 5}), 1u);
  EXPECT_EQ(index.add(Entries{0, 1, 2, 3, 4}), 0u);
  EXPECT_EQ(index.node_count(), 2u);
  EXPECT_TRUE(std::ranges::equal(index.fingerprint(1), Entries{0, 1, 2, 3, 5}));
}

TEST(FingerprintIndex, FindsOneChangedInsertedOrMissingEntry) {
  FingerprintIndex index({});
  const Entries entries{0, 0, 0, 0, 4, 3, 0, 3, 0, 9, 3, 0, 8, 0, 8, 0, 8, 0, 0, 19, 2};
  const Node node = index.add(entries);
  for (std::size_t at = 0; at < entries.size(); ++at) {
    SCOPED_TRACE(at);
    const auto place = static_cast<std::ptrdiff_t>(at);
    Entries changed = entries;
    changed[at] = 77;
    EXPECT_EQ(index.find(changed), std::vector<Node>{node});
    Entries shorter = entries;
    shorter.erase(shorter.begin() + place);
    EXPECT_EQ(index.find(shorter), std::vector<Node>{node});
    Entries longer = entries;
    longer.insert(longer.begin() + place, 77);
    EXPECT_EQ(index.find(longer), std::vector<Node>{node});
    changed[(at + 5) % changed.size()] = 78;
    EXPECT_TRUE(index.find(changed).empty());
  }
}

TEST(FingerprintIndex, ShortFingerprintsMatchOnlyWhenEqual) {
  FingerprintIndex index({});
  index.add(Entries{});
  index.add(Entries{0, 0, 1});
  index.add(Entries{0, 0, 1, 2});
  EXPECT_EQ(index.find(Entries{}), std::vector<Node>{0});
  EXPECT_TRUE(index.find(Entries{0}).empty());
  EXPECT_EQ(index.find(Entries{0, 0, 1}), std::vector<Node>{1});
  EXPECT_TRUE(index.find(Entries{0, 0, 2}).empty());
  EXPECT_EQ(index.find(Entries{0, 0, 1, 3}), std::vector<Node>{2});
  EXPECT_NE(index.cluster(1), index.cluster(2));
}

TEST(FingerprintIndex, JoinsTheClustersThatANewFingerprintMatches) {
  FingerprintIndex index({});
  const Node a = index.add(Entries{0, 0, 0, 0, 0, 0});
  const Node b = index.add(Entries{1, 0, 0, 0, 0, 1});
  EXPECT_NE(index.cluster(a), index.cluster(b));
  index.add(Entries{1, 0, 0, 0, 0, 0});
  EXPECT_EQ(index.cluster(a), index.cluster(b));
}

TEST(FingerprintIndex, RefusesFingerprintsThatAreTooLong) {
  FingerprintIndex index({.length = 5});
  EXPECT_THROW(index.add(Entries(6)), Error);
  EXPECT_THROW(index.find(Entries(6)), Error);
  EXPECT_NO_THROW(index.add(Entries(5)));
}

TEST(FingerprintIndex, TakesTheLongestFingerprintsThereAre) {
  FingerprintIndex index({.length = 255, .split = 100, .bucket_limit = 1});
  Random random(1);
  const Entries entries = test::random_entries(random, 255, 255);
  index.add(entries);
  for (std::size_t at = 0; at < entries.size(); at += 7) {
    Entries changed = entries;
    changed[at] = static_cast<std::uint8_t>((changed[at] + 1) % 255);
    EXPECT_EQ(index.cluster(index.add(changed)), 0u);
  }
}

// Few different entries make large buckets, and small limits make them full early.
struct Setting {
  int length;
  std::uint32_t values;
  int max_edits;
  int bucket_limit;
};
constexpr Setting kSettings[] = {{25, 25, 1, 32}, {25, 2, 1, 2}, {8, 3, 1, 1}, {8, 3, 1, 4},
                                 {6, 2, 1, 1},    {8, 3, 0, 1},  {5, 4, 1, 2}, {4, 3, 1, 1},
                                 {3, 2, 1, 1},    {1, 3, 1, 1},  {12, 2, 1, 3}};

TEST(FingerprintIndex, FindsWhatComparingWithAllFinds) {
  for (std::uint64_t seed = 0; seed < test::rounds(220U); ++seed) {
    SCOPED_TRACE(seed);
    const Setting& setting = kSettings[seed % std::size(kSettings)];
    Random random(seed);
    const int split =
        setting.length < 2
            ? 1
            : 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(setting.length) - 1));
    FingerprintIndex index({.length = setting.length,
                            .max_edits = setting.max_edits,
                            .split = split,
                            .bucket_limit = setting.bucket_limit});
    const auto length = static_cast<std::size_t>(setting.length);
    const auto pages = test::random_fingerprints(random, 50, length, setting.values);
    const std::set<Entries> distinct(pages.begin(), pages.end());
    const std::vector<Node> nodes = add_all(index, pages);
    ASSERT_EQ(index.node_count(), distinct.size());

    const auto max_edits = static_cast<std::size_t>(setting.max_edits);
    EXPECT_EQ(clusters_of(index, nodes), reference::fingerprint_clusters(pages, max_edits));

    for (int i = 0; i < 15; ++i) {
      Entries query = pages[random.below(static_cast<std::uint32_t>(pages.size()))];
      if (i % 3 != 0) test::edit(query, random, length, setting.values);
      std::vector<Entries> expected;
      for (const Entries& other : distinct) {
        if (reference::fingerprints_match(query, other, max_edits)) expected.push_back(other);
      }
      std::vector<Entries> found = found_by(index, query);
      std::ranges::sort(found);
      EXPECT_EQ(found, expected);
    }
  }
}

TEST(FingerprintIndex, EverySplitGivesTheSameClusters) {
  Random random(7);
  const auto pages = test::random_fingerprints(random, 120, 25, 3);
  const Clustering expected = reference::fingerprint_clusters(pages, 1);
  for (int split = 1; split < 25; ++split) {
    SCOPED_TRACE(split);
    FingerprintIndex index({.split = split, .bucket_limit = split % 5 + 1});
    const std::vector<Node> nodes = add_all(index, pages);
    EXPECT_EQ(clusters_of(index, nodes), expected);
  }
}

TEST(FingerprintIndex, ABatchGivesWhatOneByOneGives) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const auto pages = test::random_fingerprints(random, 300, 12, 2 + random.below(20));
    const FingerprintIndexOptions options{.length = 12, .split = 8, .bucket_limit = 3};
    FingerprintIndex one_by_one(options);
    const std::vector<Node> expected = add_all(one_by_one, pages);

    FingerprintIndex index(options);
    std::vector<Node> nodes;
    for (std::size_t begin = 0; begin < pages.size();) {
      const std::size_t count = std::min<std::size_t>(pages.size() - begin, random.below(90));
      std::vector<Fingerprint> batch;
      for (std::size_t i = 0; i < count; ++i) batch.emplace_back(pages[begin + i]);
      index.add_batch(batch, nodes);
      begin += count;
    }
    EXPECT_EQ(nodes, expected);
    EXPECT_EQ(clusters_of(index, nodes), clusters_of(one_by_one, expected));
  }
}

TEST(FingerprintIndex, TheOrderOfPagesDoesNotChangeTheClusters) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    auto pages = test::random_fingerprints(random, 200, 10, 3);
    const FingerprintIndexOptions options{.length = 10, .split = 6, .bucket_limit = 2};
    FingerprintIndex forward(options);
    std::vector<Node> nodes = add_all(forward, pages);
    const Clustering expected = clusters_of(forward, nodes);

    std::ranges::reverse(pages);
    FingerprintIndex backward(options);
    nodes = add_all(backward, pages);
    std::ranges::reverse(nodes);
    EXPECT_EQ(clusters_of(backward, nodes), expected);
  }
}

TEST(FingerprintIndex, ManyPagesWithOneCommonBeginningStayCheap) {
  FingerprintIndex index({});
  Random random(3);
  const Entries beginning = test::random_entries(random, 17, 17);
  for (int i = 0; i < 20'000; ++i) {
    Entries entries = test::random_entries(random, 25, 25);
    std::ranges::copy(beginning, entries.begin());
    index.add(entries);
  }
  // Searching a list of all fingerprints with this beginning would take 200 million
  // comparisons; patterns take memory instead, one table entry for each wildcard.
  EXPECT_EQ(index.node_count(), 20'000u);
  EXPECT_LT(index.memory_bytes(), 20'000u * (5 + 25 + 10 * 16));
}

}  // namespace
}  // namespace pagekin::sketch
