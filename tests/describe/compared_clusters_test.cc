// Shares and names that explain clusters: shares are compared with counting mark by mark.
#include "pagekin/describe/compared_clusters.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"
#include "pagekin/describe/distinctive_marks.h"
#include "pagekin/describe/sample.h"

#include "reference/description.h"

namespace pagekin::describe {
namespace {

using features::MarkKind;

// Marks of random templates: a frame for all, parts of a template's own, optional parts and
// content.
std::vector<SampledPage> random_sample(Random& random, std::uint32_t clusters) {
  std::vector<SampledPage> sample;
  PageId page = 0;
  for (std::uint32_t cluster = 0; cluster < clusters; ++cluster) {
    for (std::uint32_t n = 1 + random.below(8); n > 0; --n) {
      std::set<std::uint64_t> marks;
      const auto add = [&](std::uint64_t part, std::uint32_t count, double chance) {
        if (!random.chance(chance)) return;
        for (std::uint32_t i = 0; i < count; ++i) {
          marks.insert(features::make_mark((part + 1) << 32, MarkKind::kClass, i));
        }
      };
      add(0, 4, 1);
      add(10 + cluster, 5, 0.97);
      add(10 + cluster / 2, 3, 0.8);
      add(100, 2, 0.4);
      add(200 + page, 2, 0.5);
      SampledPage one{.page = page++, .cluster = cluster};
      one.marks.assign(marks.begin(), marks.end());
      sample.push_back(std::move(one));
    }
  }
  return sample;
}

std::vector<std::uint32_t> all_of(const std::vector<SampledPage>& sample) {
  std::vector<std::uint32_t> members(sample.size());
  for (std::uint32_t i = 0; i < members.size(); ++i) members[i] = i;
  return members;
}

TEST(ComparedClusters, CountAsCountingMarkByMarkDoes) {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    const std::uint32_t clusters = 2 + random.below(5);
    const std::vector<SampledPage> sample = random_sample(random, clusters);
    reference::MarkedPages pages;
    std::vector<std::uint32_t> cluster_of;
    for (const SampledPage& one : sample) {
      pages.emplace_back(one.marks.begin(), one.marks.end());
      cluster_of.push_back(one.cluster);
    }
    std::vector<double> sizes;
    for (std::uint32_t i = 0; i < clusters; ++i) sizes.push_back(1 + random.below(100));
    const ComparedClusters groups(sample, all_of(sample), sizes);
    ASSERT_EQ(groups.clusters().size(), clusters);
    for (std::uint32_t group = 0; group < clusters; ++group) {
      std::vector<std::uint32_t> others;
      for (std::uint32_t i = 0; i < clusters; ++i) {
        if (i != group) others.push_back(i);
      }
      for (const DistinctiveMarks& line : groups.held_together_by(group, others)) {
        for (const std::uint64_t mark : line.marks) {
          EXPECT_NEAR(line.share, reference::share_of(pages, cluster_of, group, mark), 0.0501);
          EXPECT_NEAR(line.elsewhere,
                      reference::share_elsewhere(pages, cluster_of, group, sizes, mark), 0.0501);
        }
        EXPECT_NEAR(line.share, reference::share_of(pages, cluster_of, group, line.marks.front()),
                    1e-6);
      }
      const auto nearest = groups.nearest(group, others);
      ASSERT_TRUE(nearest);
      for (const DistinctiveMarks& line : groups.separated_by(group, nearest->group)) {
        for (const std::uint64_t mark : line.marks) {
          EXPECT_NEAR(line.share, reference::share_of(pages, cluster_of, group, mark), 0.0501);
          EXPECT_NEAR(line.elsewhere, reference::share_of(pages, cluster_of, nearest->group, mark),
                      0.0501);
        }
      }
    }
  }
}

TEST(ComparedClusters, FindTheMostSimilarCluster) {
  // 0 and 1 have eight marks in common, 2 has none of these.
  std::vector<SampledPage> sample;
  const auto add = [&](std::uint32_t cluster, std::uint64_t from, std::uint64_t to) {
    SampledPage one{.page = static_cast<PageId>(sample.size()), .cluster = cluster};
    for (std::uint64_t i = from; i < to; ++i) {
      one.marks.push_back(features::make_mark((i + 1) << 32, MarkKind::kClass, i));
    }
    sample.push_back(one);
    sample.push_back({.page = one.page + 1, .cluster = cluster, .marks = one.marks});
  };
  add(0, 0, 10);
  add(1, 2, 12);
  add(2, 20, 30);
  const ComparedClusters groups(sample, all_of(sample), std::vector<double>{2, 2, 2});
  const std::vector<std::uint32_t> others = {1, 2};
  const auto nearest = groups.nearest(0, others);
  ASSERT_TRUE(nearest);
  EXPECT_EQ(nearest->group, 1U);
  const std::vector<DistinctiveMarks> has = groups.separated_by(0, 1);
  ASSERT_EQ(has.size(), 1U);
  EXPECT_EQ(has[0].marks.size(), 2U);
  EXPECT_EQ(has[0].share, 1);
  EXPECT_EQ(has[0].elsewhere, 0);
  EXPECT_FALSE(groups.nearest(0, {}));
}

TEST(ComparedClusters, FindBlocksOfAPageAsThePlacerDoes) {
  Random random(2);
  for (int round = 0; round < 50; ++round) {
    const std::vector<SampledPage> sample = random_sample(random, 4);
    const ComparedClusters groups(sample, all_of(sample), std::vector<double>(4, 1));
    for (const SampledPage& one : sample) {
      const auto sure =
          groups.certainty(groups.group_of(one.cluster), groups.blocks_of(one.marks), true);
      EXPECT_GE(sure.confidence, 0);
      EXPECT_LE(sure.confidence, 1);
      EXPECT_NE(sure.second, groups.group_of(one.cluster));
    }
  }
}

TEST(DistinctiveNames, PreferWhatAPersonKnowsAtOnce) {
  const std::vector<std::string> names = choose_names({{MarkKind::kPath, "div > div > p"},
                                                       {MarkKind::kClass, "div.x"},
                                                       {MarkKind::kText, "td \"some words\""},
                                                       {MarkKind::kText, "h2 \"Method Summary\""},
                                                       {MarkKind::kText, "td \"|\""},
                                                       {MarkKind::kId, "table#members"},
                                                       {MarkKind::kClass, "body.class-page"},
                                                       {MarkKind::kClass, "body.class-page"}},
                                                      4);
  EXPECT_EQ(names, (std::vector<std::string>{"body.class-page", "h2 \"Method Summary\"",
                                             "table#members", "td \"some words\""}));
}

}  // namespace
}  // namespace pagekin::describe
