#include "pagekin/templates/block_shapes.h"

#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "reference/templates.h"
#include "templates/sites.h"

namespace pagekin::templates {
namespace {

using test::MarkKind;
using test::Marks;
using test::page;
using test::part;
using test::Site;

std::vector<std::uint64_t> marks_of(const BlockShapes& site, std::size_t shape) {
  Marks all;
  for (const BlockId block : site[shape]) {
    all.insert(all.end(), site.blocks[block].marks.begin(), site.blocks[block].marks.end());
  }
  return test::as_set(all);
}

TEST(BlockShapes, MarksThatComeAndGoTogetherAreOneBlock) {
  const Marks frame = part(1, 10);
  const Marks comments = part(2, 40);
  Site site;
  test::add(site, 5, frame);
  test::add(site, 4, page({frame, comments}));
  const BlockShapes found = test::shapes(site);
  ASSERT_EQ(found.blocks.size(), 2U);
  EXPECT_EQ(found.blocks[0].marks, frame);
  EXPECT_EQ(found.blocks[1].marks, comments);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(marks_of(found, 0), frame);
  EXPECT_EQ(marks_of(found, 1), page({frame, comments}));
  EXPECT_EQ(found.pages, (std::vector<std::uint32_t>{5, 4}));
  EXPECT_EQ(found.shape_of, (std::vector<std::uint32_t>{0, 0, 0, 0, 0, 1, 1, 1, 1}));
}

TEST(BlockShapes, FortyMarksOfABlockWeighLessThanSixOfTheirOwn) {
  Site site;
  test::add(site, 4, part(1, 1));
  test::add(site, 4, part(2, 40));
  const BlockShapes found = test::shapes(site);
  EXPECT_FLOAT_EQ(found.blocks[0].weight, 1);
  EXPECT_NEAR(found.blocks[1].weight, std::log2(41), 1e-4);
  EXPECT_LT(found.blocks[1].weight, 6 * found.blocks[0].weight);
}

TEST(BlockShapes, WordsAloneTellHalf) {
  Site site;
  test::add(site, 4, part(1, 3, MarkKind::kText));
  test::add(site, 4, part(2, 3, MarkKind::kClass));
  test::add(site, 4, page({part(3, 1, MarkKind::kText), part(4, 2, MarkKind::kId)}));
  const BlockShapes found = test::shapes(site);
  ASSERT_EQ(found.blocks.size(), 3U);
  for (const Block& block : found.blocks) EXPECT_FLOAT_EQ(block.weight, 2);
  EXPECT_FLOAT_EQ(found.blocks[0].telling, 1);
  EXPECT_FLOAT_EQ(found.blocks[1].telling, 2);
  EXPECT_FLOAT_EQ(found.blocks[2].telling, 2) << "a text among others";
}

TEST(BlockShapes, MarksThatAreNotCountedMakeNoDifference) {
  const Site site = {page({part(1), part(2)}), page({part(1), part(3)}), part(1)};
  const BlockShapes found = shapes_of(test::views(site), part(1));
  EXPECT_EQ(found.size(), 1U);
  EXPECT_EQ(found.pages, std::vector<std::uint32_t>{3});
  EXPECT_EQ(found.blocks.size(), 1U);
}

TEST(BlockShapes, OfNoPages) {
  const BlockShapes found = test::shapes({});
  EXPECT_EQ(found.size(), 0U);
  EXPECT_TRUE(found.blocks.empty());
  EXPECT_TRUE(found.shape_of.empty());
}

TEST(BlockShapes, PagesWithoutMarksAreOneShapeWithoutBlocks) {
  const BlockShapes found = test::shapes({{}, {}, {}});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(found[0].empty());
  EXPECT_EQ(found.pages, std::vector<std::uint32_t>{3});
  EXPECT_EQ(found.shape_of, std::vector<std::uint32_t>(3, 0));
}

TEST(BlockShapes, ASinglePageIsOneBlock) {
  const BlockShapes found = test::shapes({part(1, 5)});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(marks_of(found, 0), part(1, 5));
}

TEST(BlockShapes, APageThatCountsSeveralTimesIsAsManyPages) {
  const Site site = {part(1), part(2), part(1), {}};
  const std::vector<std::uint32_t> counts = {3, 4, 5, 6};
  const BlockShapes found = shapes_of(test::views(site), page({part(1), part(2)}), counts);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found.pages, (std::vector<std::uint32_t>{6, 8, 4}));
  EXPECT_EQ(found.shape_of, (std::vector<std::uint32_t>{1, 2, 1, 0}));
}

TEST(BlockShapes, MarksOfNoPageAreABlockOfNoShape) {
  const BlockShapes found = shapes_of(test::views({part(1), part(1)}), page({part(1), part(2, 3)}));
  ASSERT_EQ(found.blocks.size(), 2U);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(marks_of(found, 0), part(1));
}

TEST(BlockShapes, EqualPagesAreOneShapeOfOneBlock) {
  Site site;
  test::add(site, 50, page({part(1, 5), part(2, 9)}));
  const BlockShapes found = test::shapes(site);
  ASSERT_EQ(found.size(), 1U);
  ASSERT_EQ(found.blocks.size(), 1U);
  EXPECT_EQ(found.blocks[0].marks, site[0]);
}

TEST(BlockShapes, OfPagesWithSixtyThousandMarks) {
  Site site;
  test::add(site, 3, part(1, 60'000));
  test::add(site, 3, page({part(1, 30'000), part(2, 30'000)}));
  test::add(site, 1, part(3, 60'000));
  const BlockShapes found = test::shapes(site);
  ASSERT_EQ(found.blocks.size(), 3U);
  EXPECT_EQ(found.size(), 3U);
  EXPECT_EQ(found.blocks[0].marks.size(), 30'000U);
  EXPECT_NEAR(found.blocks[0].weight, std::log2(30'001), 1e-4);
}

TEST(BlockShapes, AreThoseOfTheDefinition) {
  Random random(4);
  for (int round = 0; round < 150; ++round) {
    const Site site = test::random_site(random, random.below(50));
    const Marks counted = test::recurring(site);
    const BlockShapes found = shapes_of(test::views(site), counted);
    const reference::Shapes expected =
        reference::shapes_of(test::as_sets(site), {counted.begin(), counted.end()});
    ASSERT_EQ(found.blocks.size(), expected.blocks.size()) << round;
    std::size_t block = 0;
    for (const std::set<std::uint64_t>& marks : expected.blocks) {
      ASSERT_EQ(found.blocks[block].marks, Marks(marks.begin(), marks.end())) << round;
      ASSERT_NEAR(found.blocks[block].weight, reference::weight_of(marks.size()), 1e-4);
      ASSERT_NEAR(found.blocks[block].telling, reference::telling_of(marks), 1e-4);
      ++block;
    }
    ASSERT_EQ(found.size(), expected.shapes.size()) << round;
    std::size_t shape = 0;
    for (const auto& [blocks, pages] : expected.shapes) {
      ASSERT_EQ(std::vector<BlockId>(found[shape].begin(), found[shape].end()), blocks) << round;
      ASSERT_EQ(found.pages[shape], pages.size());
      for (const std::size_t page : pages) ASSERT_EQ(found.shape_of[page], shape);
      ++shape;
    }
  }
}

TEST(BlockShapes, DoNotDependOnTheOrderOfPages) {
  Random random(5);
  for (int round = 0; round < 100; ++round) {
    const Site site = test::random_site(random, random.below(150));
    std::vector<std::size_t> order(site.size());
    std::iota(order.begin(), order.end(), 0U);
    test::shuffle(random, order);
    Site shuffled;
    for (const std::size_t page : order) shuffled.push_back(site[page]);
    const BlockShapes here = test::shapes(site);
    const BlockShapes there = test::shapes(shuffled);
    ASSERT_EQ(here.blocks.size(), there.blocks.size());
    for (std::size_t i = 0; i < here.blocks.size(); ++i) {
      ASSERT_EQ(here.blocks[i].marks, there.blocks[i].marks) << round;
    }
    ASSERT_EQ(here.ids, there.ids);
    ASSERT_EQ(here.ends, there.ends);
    ASSERT_EQ(here.pages, there.pages);
    for (std::size_t i = 0; i < order.size(); ++i) {
      ASSERT_EQ(there.shape_of[i], here.shape_of[order[i]]);
    }
  }
}

TEST(BlockShapes, OfTooManyBlocksThoseOfMostPagesAreKept) {
  Site site(16);
  for (std::uint32_t number = 1; number < 5'000; ++number) {  // each has its own pages
    for (std::uint32_t page = 0; page < 16; ++page) {
      if ((number >> page & 1) == 0) continue;
      const Marks one = test::part(number);
      site[page].insert(site[page].end(), one.begin(), one.end());
    }
  }
  for (Marks& page : site) page = test::as_set(page);
  const std::vector<std::uint64_t> counted = test::recurring(site);
  const BlockShapes made = shapes_of(test::views(site), counted);
  ASSERT_EQ(made.blocks.size(), 3'000U);
  std::size_t fewest = 16;
  std::map<std::uint64_t, std::size_t> pages_with;
  for (const Marks& page : site) {
    for (const std::uint64_t mark : page) ++pages_with[mark];
  }
  std::set<std::uint64_t> kept;
  for (const Block& block : made.blocks) {
    kept.insert(block.marks.front());
    fewest = std::min(fewest, pages_with[block.marks.front()]);
  }
  for (const std::uint64_t mark : counted) {
    if (!kept.contains(mark)) {
      EXPECT_LE(pages_with[mark], fewest);
    }
  }
}

}  // namespace
}  // namespace pagekin::templates
