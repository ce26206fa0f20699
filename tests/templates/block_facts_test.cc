#include "pagekin/templates/block_facts.h"

#include <cstdint>
#include <map>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"
#include "pagekin/templates/groups.h"

#include "reference/voters.h"
#include "templates/sites.h"

namespace pagekin::templates {
namespace {

using test::all_of;
using test::kFrame;
using test::kList;
using test::kPost;
using test::Marks;
using test::page;
using test::part;
using test::Site;

// The block that has this mark.
BlockId block_with(const BlockShapes& site, std::uint64_t mark) {
  for (BlockId id = 0; id < site.blocks.size(); ++id) {
    if (std::ranges::binary_search(site.blocks[id].marks, mark)) return id;
  }
  ADD_FAILURE();
  return 0;
}

TEST(BlockFacts, ABlockOfHalfOfThePagesHasOneBit) {
  Site site;
  test::add(site, 30, page({kFrame, kPost}));
  test::add(site, 30, page({kFrame, kList}));
  const BlockShapes shapes = test::shapes(site);
  const BlockFacts facts = block_facts(shapes, all_of(shapes));
  EXPECT_FLOAT_EQ(facts.rarity[block_with(shapes, kPost.front())], 1);
  EXPECT_NEAR(facts.rarity[block_with(shapes, kFrame.front())], 0.02, 1e-4);
}

TEST(BlockFacts, ALanguageCrossesTemplates) {
  const Marks english = part(4, 5, test::MarkKind::kText);
  Site site;
  for (const Marks& own : {kPost, kList}) {
    test::add(site, 20, page({kFrame, own}));
    test::add(site, 20, page({kFrame, own, english}));
  }
  const BlockShapes shapes = test::shapes(site);
  const BlockFacts facts = block_facts(shapes, all_of(shapes));
  const BlockId language = block_with(shapes, english.front());
  EXPECT_GT(facts.crossing[language], facts.crossing[block_with(shapes, kPost.front())]);
  EXPECT_EQ(facts.crossing[block_with(shapes, kFrame.front())], 0);
  EXPECT_EQ(facts.is_text[language], 1);
  EXPECT_EQ(facts.is_text[block_with(shapes, kPost.front())], 0);
}

TEST(BlockFacts, OneOfTwoClassesAtAPlaceIsReplacedByTheOther) {
  const Marks post = {test::mark(7, test::MarkKind::kClass, 1)};
  const Marks list = {test::mark(7, test::MarkKind::kClass, 2)};
  Site site;
  test::add(site, 20, page({kFrame, post}));
  test::add(site, 20, page({kFrame, list}));
  const BlockShapes shapes = test::shapes(site);
  const BlockFacts facts = block_facts(shapes, all_of(shapes));
  EXPECT_EQ(facts.places, 1U);
  EXPECT_EQ(facts.place[block_with(shapes, post.front())], 0U);
  EXPECT_EQ(facts.place[block_with(shapes, list.front())], 0U);
  EXPECT_EQ(facts.place[block_with(shapes, kFrame.front())], kNoPlace);
  for (std::size_t shape = 0; shape < shapes.size(); ++shape) {
    EXPECT_EQ(facts.filled[shape], std::vector<std::uint32_t>{0});
  }
}

TEST(BlockFacts, AreThoseOfTheDefinition) {
  Random random(21);
  for (int round = 0; round < 30; ++round) {
    const BlockShapes site = test::shapes(test::random_site(random, random.below(40)));
    const BlockFacts facts = block_facts(site, all_of(site));
    std::map<reference::ValuePlace, std::uint32_t> numbers;
    for (BlockId block = 0; block < site.blocks.size(); ++block) {
      ASSERT_NEAR(facts.crossing[block], reference::crossing(site, block), 1e-5) << round;
      const reference::ValuePlace place = reference::place_of(site, block);
      ASSERT_EQ(facts.place[block] == kNoPlace, place == 0) << round << " block " << block;
      if (place == 0) continue;
      const std::uint32_t number = numbers.try_emplace(place, facts.place[block]).first->second;
      ASSERT_EQ(facts.place[block], number) << round;
    }
    for (std::uint32_t shape = 0; shape < site.size(); ++shape) {
      std::vector<std::uint32_t> filled;
      for (const auto& [place, count] :
           reference::values_of(site, reference::page_of(site, shape))) {
        if (numbers.count(place) > 0) filled.push_back(numbers.at(place));
      }
      std::ranges::sort(filled);
      ASSERT_EQ(facts.filled[shape], filled) << round;
    }
  }
}

TEST(BlockFacts, OfNoPages) {
  const BlockFacts facts = block_facts(test::shapes({}), {});
  EXPECT_TRUE(facts.rarity.empty());
  EXPECT_EQ(facts.places, 0U);
}

}  // namespace
}  // namespace pagekin::templates
