#include "pagekin/core/page_ids.h"

#include <set>
#include <string>

#include "pagekin/core/random.h"

namespace pagekin {
namespace {

TEST(PageIds, KeepsIdsAsTheyAre) {
  PageIds ids;
  EXPECT_EQ(ids.add("a"), "a");
  EXPECT_EQ(ids.add(""), "");
  EXPECT_EQ(ids.add(std::string("n\0l", 3)), std::string_view("n\0l", 3));
  EXPECT_EQ(ids[0], "a");
  EXPECT_EQ(ids.size(), 3u);
}

TEST(PageIds, NumbersRepeatsWithTheNextFreeNumber) {
  PageIds ids;
  EXPECT_EQ(ids.add("a"), "a");
  EXPECT_EQ(ids.add("a"), "a#2");
  EXPECT_EQ(ids.add("a#3"), "a#3");
  EXPECT_EQ(ids.add("a"), "a#4");
  EXPECT_EQ(ids.add("a#2"), "a#2#2");
  EXPECT_EQ(ids.add("a"), "a#5");
}

TEST(PageIds, AreUniqueHoweverOftenTheyRepeat) {
  PageIds ids;
  std::set<std::string> seen;
  Random random(7);
  for (int i = 0; i < 20'000; ++i) {
    const std::string id =
        "p" + std::to_string(random.below(300)) + (random.chance(0.1) ? "#2" : "");
    EXPECT_TRUE(seen.insert(std::string(ids.add(id))).second);
  }
  EXPECT_EQ(ids.size(), 20'000u);
}

TEST(PageIds, AreFound) {
  PageIds ids;
  EXPECT_EQ(ids.find("a"), std::nullopt);
  for (int i = 0; i < 1000; ++i) ids.add(std::to_string(i % 700));
  EXPECT_EQ(ids.find("0"), 0u);
  EXPECT_EQ(ids.find("699"), 699u);
  EXPECT_EQ(ids.find("5#2"), 705u);
  EXPECT_EQ(ids.find("700"), std::nullopt);
}

TEST(PageIds, AreKnownAloneOnlyIfNoOtherPageHadThem) {
  PageIds ids;
  for (const char* const id : {"a", "b", "a", "c#2"}) ids.add(id);
  EXPECT_EQ(ids.find_unrepeated("a"), std::nullopt);
  EXPECT_EQ(ids.find_unrepeated("b"), 1U);
  EXPECT_EQ(ids.find_unrepeated("c#2"), 3U);
  EXPECT_EQ(ids.find_unrepeated("d"), std::nullopt);
}

TEST(PageIds, HoldIdsLongerThanABlock) {
  PageIds ids;
  const std::string huge(3 << 20, 'x');
  EXPECT_EQ(ids.add(huge), huge);
  EXPECT_EQ(ids.add("y"), "y");
  EXPECT_EQ(ids[0].size(), huge.size());
}

}  // namespace
}  // namespace pagekin
