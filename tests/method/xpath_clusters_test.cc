// The clusters are compared with their definition in uxclust_test.cc. Here: the parts.
#include "pagekin/method/xpath_clusters.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/method/agreement.h"

namespace pagekin::method {
namespace {

using Set = std::vector<std::uint64_t>;

TEST(Draw, GivesSoManyDifferentNumbersAscending) {
  for (std::uint32_t size = 0; size < 30; ++size) {
    for (std::uint32_t count = 0; count < 30; ++count) {
      const auto drawn = draw(size, count, Random(size * 31 + count));
      EXPECT_EQ(drawn.size(), std::min(size, count));
      EXPECT_TRUE(std::ranges::is_sorted(drawn, std::less_equal<>()) || drawn.size() < 2);
      EXPECT_EQ(std::ranges::adjacent_find(drawn), drawn.end());
      EXPECT_TRUE(drawn.empty() || drawn.back() < size);
    }
  }
}

TEST(Draw, GivesEveryNumberItsTurn) {
  std::array<int, 10> times{};
  for (std::uint64_t seed = 0; seed < 10'000; ++seed) {
    for (const std::uint32_t number : draw(10, 3, Random(seed))) ++times[number];
  }
  for (const int count : times) EXPECT_NEAR(count, 3'000, 200);
}

TEST(CommonValues, AreThoseOfMoreThanTheShareOfPages) {
  const std::vector<Set> pages = {{1, 2, 3}, {2, 3}, {3}, {4}, {5}};
  EXPECT_EQ(common_values(pages, 0.3), (Set{2, 3}));
  EXPECT_EQ(common_values(pages, 0.2), (Set{2, 3}));  // 1 of 5 is not more than 0.2
  EXPECT_EQ(common_values(pages, 0.19), (Set{1, 2, 3, 4, 5}));
  EXPECT_EQ(common_values(pages, 0.6), Set{});
  EXPECT_EQ(common_values({}, 0.3), Set{});
}

TEST(CommonValues, CountCopiesInABag) {
  const std::vector<Set> pages = {{7, 7, 7}, {7, 7}, {7}};
  EXPECT_EQ(common_values(pages, 0.5).size(), 2U);
  EXPECT_EQ(common_values(pages, 0.9).size(), 1U);
  EXPECT_EQ(common_values(pages, 0.3).size(), 3U);
}

Agreement agreement_of(const std::vector<std::vector<std::uint8_t>>& fingerprints) {
  return agreement(fingerprints.size(), [&](std::size_t i) { return fingerprints[i]; });
}

TEST(Agreement, OddPagesDifferFromMostByMoreThanAChain) {
  const Agreement found = agreement_of(
      {{0, 0, 0, 1, 2}, {0, 0, 0, 1, 3}, {0, 0, 0, 2, 3}, {0, 0, 2, 2, 3}, {9, 9, 9, 9, 9}});
  EXPECT_EQ(found.agrees, (std::vector<bool>{true, true, true, true, false}));
  EXPECT_TRUE(found.has_kind);
}

TEST(Agreement, WithoutAMajorityAllAgree) {
  const Agreement found = agreement_of({{0, 0, 0, 1, 2}, {0, 0, 0, 1, 2}, {9, 9, 9, 9, 9}, {8}});
  EXPECT_EQ(found.agrees, std::vector<bool>(4, true));
  EXPECT_FALSE(found.has_kind);
  EXPECT_TRUE(agreement_of({{1}}).has_kind);
  EXPECT_TRUE(agreement_of({}).has_kind);
}

// A store that records which pages it was asked for.
class Store final : public ReachedPages {
 public:
  std::vector<PageId> announce(std::span<const PageId> pages) override {
    announced.assign(pages.begin(), pages.end());
    return {};
  }
  Set set_of(PageId page) override {
    const std::lock_guard lock(mutex_);
    asked.push_back(page);
    return {page % 2};
  }
  std::vector<std::uint8_t> fingerprint_of(PageId) override { return {}; }

  std::vector<PageId> announced;
  std::vector<PageId> asked;

 private:
  std::mutex mutex_;
};

TEST(XpathClusters, LookAtSampledPagesOnlyAndAnnounceThem) {
  // Two groups alternate; the last page is a group of its own.
  std::vector<std::uint32_t> group_of(3'000);
  for (std::uint32_t page = 0; page < group_of.size(); ++page) {
    group_of[page] = page == 2'999 ? 2 : page % 2;
  }
  Store store;
  const XpathClusters made = cluster_by_xpath(group_of, store, {});
  EXPECT_EQ(store.announced.size(), 11U);
  EXPECT_EQ(made.sampled, 11U);
  EXPECT_TRUE(std::ranges::is_sorted(store.announced));
  std::ranges::sort(store.asked);
  EXPECT_EQ(store.asked, store.announced);
  EXPECT_EQ(made.large.groups, 2U);
  EXPECT_EQ(made.merged, 2U);
  EXPECT_EQ(made.joined.pages, 1U);
  EXPECT_EQ(made.labels[2'999], made.labels[1]);
  EXPECT_NE(made.labels[0], made.labels[1]);

  Store dropping;
  cluster_by_xpath(group_of, dropping, {.drop_small = true});
  EXPECT_EQ(dropping.announced.size(), 10U);
}

}  // namespace
}  // namespace pagekin::method
