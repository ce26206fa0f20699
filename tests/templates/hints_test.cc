#include "pagekin/templates/hints.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/core/random.h"

namespace pagekin::templates {
namespace {

std::uint32_t seed_of(const Seeds& seeds, std::uint32_t page) {
  for (const SeedPage& one : seeds.pages()) {
    if (one.page == page) return one.seed;
  }
  return kNoSeed;
}

TEST(Hints, PagesWithOneNameAreOneSeed) {
  Hints hints;
  hints.add_name(4, "post");
  hints.add_name(2, "list");
  hints.add_name(9, "post");
  const Seeds seeds = hints.seeds();
  ASSERT_EQ(seeds.size(), 2U);
  EXPECT_EQ(seed_of(seeds, 2), 0U) << "numbered by pages";
  EXPECT_EQ(seed_of(seeds, 4), seed_of(seeds, 9));
  EXPECT_EQ(seeds.name(1), "post");
  EXPECT_TRUE(seeds.are_apart(0, 1));
  EXPECT_FALSE(seeds.are_apart(1, 1));
  EXPECT_FALSE(seeds.are_apart(0, kNoSeed));
}

TEST(Hints, PairsJoinAndSeparate) {
  Hints hints;
  hints.add_same(1, 2);
  hints.add_different(2, 3);
  hints.add_same(3, 4);
  hints.add_name(7, "post");
  hints.add_same(7, 4);
  const Seeds seeds = hints.seeds();
  ASSERT_EQ(seeds.size(), 2U);
  EXPECT_EQ(seed_of(seeds, 1), seed_of(seeds, 2));
  EXPECT_EQ(seed_of(seeds, 3), seed_of(seeds, 7));
  EXPECT_TRUE(seeds.are_apart(seed_of(seeds, 1), seed_of(seeds, 7)));
  EXPECT_EQ(seeds.name(seed_of(seeds, 3)), "post");
}

TEST(Hints, SeedsWithoutANameMayBeOneTemplate) {
  Hints hints;
  hints.add_same(1, 2);
  hints.add_same(3, 4);
  hints.add_name(5, "post");
  const Seeds seeds = hints.seeds();
  ASSERT_EQ(seeds.size(), 3U);
  EXPECT_FALSE(seeds.are_apart(0, 1));
  EXPECT_FALSE(seeds.are_apart(0, 2));
}

TEST(Hints, TheFirstOfTwoThatContradictCounts) {
  Hints hints;
  hints.add_name(1, "post");
  hints.add_name(1, "list");  // 1: a page has one template
  hints.add_name(2, "list");
  hints.add_same(1, 2);  // 3: a post is no list
  hints.add_different(3, 4);
  hints.add_same(3, 5);
  hints.add_same(5, 4);       // 6: through 3
  hints.add_different(3, 5);  // 7
  EXPECT_EQ(hints.contradictions(), (std::vector<std::size_t>{1, 3, 6, 7}));
  hints.drop_contradictions();
  EXPECT_EQ(hints.size(), 4U);
  EXPECT_TRUE(hints.contradictions().empty());
}

TEST(Hints, OlderOnesComeBehind) {
  Hints older;
  older.add_name(1, "post");
  Hints hints;
  hints.add_name(1, "article");
  hints.add_older(older);
  EXPECT_EQ(hints.seeds().name(0), "article");
}

TEST(Hints, RandomOnesHoldWhatTheySay) {
  Random random(3);
  for (int round = 0; round < 50; ++round) {
    Hints hints;
    struct Said {
      int kind;
      std::uint32_t page, other;
      std::string name;
    };
    std::vector<Said> all;
    for (int i = 0; i < 30; ++i) {
      const Said said{static_cast<int>(random.below(3)), random.below(15), random.below(15),
                      std::string(1, static_cast<char>('a' + random.below(4)))};
      if (said.kind == 0) hints.add_name(said.page, said.name);
      if (said.kind == 1) hints.add_same(said.page, said.other);
      if (said.kind == 2) hints.add_different(said.page, said.other);
      all.push_back(said);
    }
    const std::vector<std::size_t> refused = hints.contradictions();
    const Seeds seeds = hints.seeds();
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::uint32_t a = seed_of(seeds, all[i].page);
      const std::uint32_t b = seed_of(seeds, all[i].other);
      const bool holds = all[i].kind == 0   ? seeds.name(a) == all[i].name
                         : all[i].kind == 1 ? a == b
                                            : seeds.are_apart(a, b);
      const bool is_refused = std::binary_search(refused.begin(), refused.end(), i);
      if (!is_refused || all[i].kind != 2) {
        EXPECT_EQ(holds, !is_refused) << round << ' ' << i;
      }
    }
  }
}

TEST(Hints, GoWithThePagesThatLeave) {
  Hints hints;
  hints.add_name(1, "post");
  hints.add_name(3, "post");
  hints.add_name(0, "list");
  hints.add_same(2, 4);
  hints.add_different(3, 4);
  const std::vector<std::uint32_t> new_numbers = {kPageLeft, 0, kPageLeft, 1, 2};
  hints.renumber(new_numbers);
  EXPECT_EQ(hints.size(), 3U);
  const Seeds seeds = hints.seeds();
  EXPECT_NE(seed_of(seeds, 0), kNoSeed);
  EXPECT_EQ(seed_of(seeds, 0), seed_of(seeds, 1));
  EXPECT_TRUE(seeds.are_apart(seed_of(seeds, 1), seed_of(seeds, 2)));
}

TEST(Hints, ComeBackFromAFile) {
  Hints hints;
  hints.add_name(1, "post");
  hints.add_same(1, 2);
  hints.add_different(2, 3);
  std::string bytes;
  hints.save([&](std::string_view part) { bytes += part; });
  Hints loaded;
  ByteReader reader(bytes);
  loaded.load(reader, 4);
  EXPECT_TRUE(reader.at_end());
  EXPECT_EQ(loaded.size(), 3U);
  EXPECT_TRUE(loaded.seeds().are_apart(0, 1));
  ByteReader fewer(bytes);
  EXPECT_THROW(loaded.load(fewer, 3), Error) << "a page that the crawl does not have";
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    ByteReader cut(std::string_view(bytes).substr(0, size));
    EXPECT_THROW(loaded.load(cut, 4), Error) << size;
  }
}

}  // namespace
}  // namespace pagekin::templates
