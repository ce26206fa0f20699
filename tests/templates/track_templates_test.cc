#include "pagekin/templates/track_templates.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

namespace pagekin::templates {
namespace {

using Core = std::vector<std::uint64_t>;

TemplateChange change_of(const Tracked& tracked, std::uint32_t id) {
  for (const TemplateChange& change : tracked.changes) {
    if (change.id == id) return change;
  }
  ADD_FAILURE() << "no template " << id;
  return {};
}

const Core kPosts{1, 2, 3, 4, 5, 6, 7, 8};
const Core kLists{1, 2, 11, 12, 13};
const Core kNewPosts{1, 2, 21, 22, 23, 24, 25};

TEST(TrackTemplates, PagesReadAgainCountAsPagesOfThisRun) {
  const std::vector<std::uint32_t> earlier{7, 7, 7, 3, 3, 3};
  const std::vector<KnownTemplate> known{{3, kLists}, {7, kPosts}};
  const Clustering clusters = canonical({0, 0, 0, 1, 1, 1});
  const std::vector<std::uint32_t> again{0, 1, 2, 4};
  const Tracked tracked =
      track_templates(earlier, clusters, std::vector<Core>{kPosts, kLists}, known, 9, again);
  EXPECT_EQ(tracked.id_of, (std::vector<std::uint32_t>{7, 3}));
  EXPECT_EQ(change_of(tracked, 7).added, 3U);
  EXPECT_EQ(change_of(tracked, 7).earlier, 0U);
  EXPECT_EQ(change_of(tracked, 7).fate, TemplateFate::kSame);
  EXPECT_EQ(change_of(tracked, 3).added, 1U);
  EXPECT_EQ(change_of(tracked, 3).earlier, 2U);
  EXPECT_EQ(change_of(tracked, 3).fate, TemplateFate::kSame);
}

TEST(TrackTemplates, IdsStayAndPagesAreCounted) {
  const std::vector<std::uint32_t> earlier{7, 7, 7, 3, 3};
  const std::vector<KnownTemplate> known{{3, kLists}, {7, kPosts}};
  const Clustering clusters = canonical({0, 0, 0, 1, 1, 1, 0, 0});
  const Tracked tracked =
      track_templates(earlier, clusters, std::vector<Core>{kPosts, kLists}, known, 9);
  EXPECT_EQ(tracked.id_of, (std::vector<std::uint32_t>{7, 3}));
  ASSERT_EQ(tracked.changes.size(), 2U);
  EXPECT_EQ(change_of(tracked, 7).fate, TemplateFate::kSame);
  EXPECT_EQ(change_of(tracked, 7).earlier, 3U);
  EXPECT_EQ(change_of(tracked, 7).added, 2U);
  EXPECT_EQ(change_of(tracked, 3).added, 1U);
  EXPECT_EQ(change_of(tracked, 3).cluster, 1);
}

TEST(TrackTemplates, ARedesignIsANewTemplateAndTheOldOneIsUnseen) {
  const std::vector<std::uint32_t> earlier{1, 1, 1, 2};
  const std::vector<KnownTemplate> known{{1, kPosts}, {2, kLists}};
  const Clustering clusters = canonical({0, 0, 0, 1, 2, 2, 2, 1, 1});
  const Tracked tracked =
      track_templates(earlier, clusters, std::vector<Core>{kPosts, kLists, kNewPosts}, known, 3);
  EXPECT_EQ(tracked.id_of, (std::vector<std::uint32_t>{1, 2, 3}));
  EXPECT_EQ(change_of(tracked, 1).fate, TemplateFate::kUnseen);
  EXPECT_EQ(change_of(tracked, 2).fate, TemplateFate::kSame);
  EXPECT_EQ(change_of(tracked, 3).fate, TemplateFate::kNew);
  EXPECT_EQ(change_of(tracked, 3).added, 3U);
}

TEST(TrackTemplates, ATemplateWhosePagesHaveOtherThingsInCommonHasChanged) {
  const std::vector<std::uint32_t> earlier{1, 1};
  const std::vector<KnownTemplate> known{{1, kPosts}};
  const Clustering clusters = canonical({0, 0, 0});
  const Core fewer{1, 2, 3, 4};
  const Tracked tracked = track_templates(earlier, clusters, std::vector<Core>{fewer}, known, 2);
  EXPECT_EQ(change_of(tracked, 1).fate, TemplateFate::kChanged);
  EXPECT_DOUBLE_EQ(change_of(tracked, 1).kept, 0.5);
  const Core nearly{1, 2, 3, 4, 5, 6, 7};
  EXPECT_EQ(
      change_of(track_templates(earlier, clusters, std::vector<Core>{nearly}, known, 2), 1).fate,
      TemplateFate::kSame);
}

TEST(TrackTemplates, OfTwoThatBecomeOneTheLargerGivesTheId) {
  const std::vector<std::uint32_t> earlier{1, 1, 1, 2, 2, 2, 2};
  const std::vector<KnownTemplate> known{{1, kPosts}, {2, kLists}};
  const Tracked tracked = track_templates(earlier, canonical({0, 0, 0, 0, 0, 0, 0, 0}),
                                          std::vector<Core>{kLists}, known, 3);
  EXPECT_EQ(tracked.id_of, (std::vector<std::uint32_t>{2}));
  EXPECT_EQ(change_of(tracked, 1).fate, TemplateFate::kJoined);
  EXPECT_EQ(change_of(tracked, 1).cluster, 0);
  EXPECT_EQ(change_of(tracked, 1).earlier, 3U);
  EXPECT_EQ(change_of(tracked, 2).earlier, 4U);
}

TEST(TrackTemplates, OfATemplateThatFallsApartTheLargerPartKeepsTheId) {
  const std::vector<std::uint32_t> earlier{1, 1, 1};
  const std::vector<KnownTemplate> known{{1, kPosts}};
  const Tracked tracked = track_templates(earlier, canonical({0, 1, 1, 0, 0, 1}),
                                          std::vector<Core>{kLists, kPosts}, known, 2);
  EXPECT_EQ(tracked.id_of, (std::vector<std::uint32_t>{2, 1}));
  EXPECT_EQ(change_of(tracked, 2).fate, TemplateFate::kSplit);
  EXPECT_EQ(change_of(tracked, 2).earlier, 1U);
  EXPECT_EQ(change_of(tracked, 2).added, 2U);
}

// Six of the earlier pages have the old design still, since nobody read them; four were read again.
TEST(TrackTemplates, TheIdGoesWhereThePagesAreNow) {
  const std::vector<std::uint32_t> earlier(10, 1);
  const std::vector<KnownTemplate> known{{1, kPosts}};
  const Clustering clusters = canonical({0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1});
  const std::vector<std::uint32_t> again{6, 7, 8, 9};
  const Tracked tracked =
      track_templates(earlier, clusters, std::vector<Core>{kPosts, kNewPosts}, known, 2, again);
  EXPECT_EQ(tracked.id_of, (std::vector<std::uint32_t>{2, 1}));
  EXPECT_EQ(change_of(tracked, 1).fate, TemplateFate::kChanged);
  EXPECT_EQ(change_of(tracked, 1).added, 5U);
  EXPECT_EQ(change_of(tracked, 2).fate, TemplateFate::kUnseen);
  EXPECT_EQ(change_of(tracked, 2).earlier, 6U);
  // Without pages that were read again, the larger part keeps the id, and the other has split off.
  const Tracked added =
      track_templates(earlier, clusters, std::vector<Core>{kPosts, kNewPosts}, known, 2);
  EXPECT_EQ(added.id_of, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(change_of(added, 2).fate, TemplateFate::kSplit);
}

// One page of ten has moved to another template: it does not take the id along.
TEST(TrackTemplates, FewPagesThatWereReadAgainDoNotTakeTheIdAlong) {
  const std::vector<std::uint32_t> earlier(10, 1);
  const std::vector<KnownTemplate> known{{1, kPosts}};
  const Clustering clusters = canonical({0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1});
  const std::vector<std::uint32_t> again{9};
  EXPECT_EQ(
      track_templates(earlier, clusters, std::vector<Core>{kPosts, kNewPosts}, known, 2, again)
          .id_of,
      (std::vector<std::uint32_t>{1, 2}));
}

TEST(TrackTemplates, PagesThatHaveBecomeStubsDoNotTakeTheIdAlong) {
  const std::vector<std::uint32_t> earlier(10, 1);
  const std::vector<KnownTemplate> known{{1, kPosts}};
  const Clustering clusters = canonical({0, 0, 1, 1, 1, 1, 1, 1, 1, 1});
  const std::vector<std::uint32_t> again{2, 3, 4, 5, 6, 7, 8, 9};
  const auto ids_with = [&](const Core& core) {
    return track_templates(earlier, clusters, std::vector<Core>{kPosts, core}, known, 2, again)
        .id_of;
  };
  EXPECT_EQ(ids_with({1}), (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(ids_with({1, 2}), (std::vector<std::uint32_t>{2, 1}));
}

TEST(TrackTemplates, OneOrTwoPagesAreNoTemplateToSpeakOf) {
  const Tracked tracked =
      track_templates({}, canonical({0, 0, 0, 1, 1}), std::vector<Core>{kPosts, kLists}, {}, 1);
  EXPECT_EQ(change_of(tracked, 1).fate, TemplateFate::kNew);
  EXPECT_EQ(change_of(tracked, 2).fate, TemplateFate::kOdd);
}

TEST(TrackTemplates, TheFirstRunOnlyNumbers) {
  const Tracked tracked =
      track_templates({}, canonical({0, 1, 0}), std::vector<Core>{kPosts, kLists}, {}, 1);
  EXPECT_EQ(tracked.id_of, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_TRUE(track_templates({}, {}, {}, {}, 1).id_of.empty());
}

TEST(TrackTemplates, EveryClusterHasOneIdAndEveryPageIsCountedOnce) {
  Random random(3);
  for (int round = 0; round < 300; ++round) {
    const std::uint32_t ids = 1 + random.below(6);
    std::vector<std::uint32_t> earlier;
    for (std::uint32_t i = random.below(40); i > 0; --i) earlier.push_back(1 + random.below(ids));
    std::vector<int> labels;
    const std::size_t pages = earlier.size() + 1 + random.below(20);
    for (std::size_t i = 0; i < pages; ++i) labels.push_back(static_cast<int>(random.below(6)));
    const Clustering clusters = canonical(labels);
    std::vector<KnownTemplate> known;
    for (const std::uint32_t id : std::set<std::uint32_t>(earlier.begin(), earlier.end())) {
      known.push_back({id, kPosts});
    }
    const std::vector<Core> cores(static_cast<std::size_t>(clusters.cluster_count), kPosts);
    std::vector<std::uint32_t> again;
    for (std::uint32_t page = 0; page < earlier.size() && round % 2 == 0; ++page) {
      if (random.below(3) == 0) again.push_back(page);
    }
    const Tracked tracked = track_templates(earlier, clusters, cores, known, ids + 1, again);
    const std::set<std::uint32_t> used(tracked.id_of.begin(), tracked.id_of.end());
    ASSERT_EQ(used.size(), cores.size());
    std::uint64_t counted = 0;
    for (const TemplateChange& change : tracked.changes) {
      counted += change.earlier + change.added;
      if (change.fate == TemplateFate::kOdd) continue;
      ASSERT_EQ(change.fate == TemplateFate::kJoined, !used.contains(change.id));
      const bool is_rest = change.fate == TemplateFate::kUnseen && change.id > ids;
      ASSERT_EQ(change.fate == TemplateFate::kNew || change.fate == TemplateFate::kSplit || is_rest,
                change.id > ids);
    }
    ASSERT_EQ(counted, pages);
  }
}

}  // namespace
}  // namespace pagekin::templates
