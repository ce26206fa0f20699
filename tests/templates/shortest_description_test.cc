#include "pagekin/templates/shortest_description.h"

#include <cmath>
#include <cstdint>
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
using test::Marks;
using test::page;
using test::part;
using test::Site;

using Parts = std::vector<std::uint32_t>;

Parts parts_of(const Site& site) {
  const BlockShapes shapes = test::shapes(site);
  const BlockFacts facts = block_facts(shapes, all_of(shapes));
  const VoterGroups groups(shapes, facts, all_of(shapes), shapes.size());
  return test::renumbered(shortest_description(groups, 0.01F));
}

// The bits of a partition of shapes, page by page.
double bits(const BlockShapes& site, const Parts& parts) {
  const std::size_t count = *std::ranges::max_element(parts) + std::size_t{1};
  double all = 0;
  for (const std::uint32_t pages : site.pages) all += pages;
  double sum = 0;
  for (const reference::PageGroup& group : reference::groups_of(site, parts, count)) {
    const auto pages = static_cast<double>(group.size());
    if (group.empty()) continue;
    sum += pages * std::log2(all / pages);
    for (BlockId block = 0; block < site.blocks.size(); ++block) {
      const double with = reference::pages_with(group, block);
      if (with == 0) continue;
      sum += site.blocks[block].weight *
             (pages * reference::entropy(with / pages) + 6 * std::log2(pages + 1));
    }
  }
  return sum;
}

TEST(ShortestDescription, TwoTemplatesOfManyPagesAreTwo) {
  Site site;
  test::add(site, 60, page({part(1, 30), part(2, 20)}));
  test::add(site, 60, page({part(1, 30), part(3, 20)}));
  EXPECT_EQ(parts_of(site), (Parts{0, 1}));
}

TEST(ShortestDescription, AFewPagesAreNotWorthATemplate) {
  Site site;
  test::add(site, 3, page({part(1, 1'000), part(2)}));
  test::add(site, 3, page({part(1, 1'000), part(3)}));
  EXPECT_EQ(parts_of(site), (Parts{0, 0}));
}

TEST(ShortestDescription, IsNoLongerThanThatOfAllPagesAloneOrTogether) {
  Random random(23);
  for (int round = 0; round < 60; ++round) {
    const Site site = test::random_site(random, 1 + random.below(60));
    const BlockShapes shapes = test::shapes(site);
    const Parts found = parts_of(site);
    const double shortest = bits(shapes, found);
    EXPECT_LE(shortest, bits(shapes, all_of(shapes)) * 1.0001 + 0.01) << round;
    EXPECT_LE(shortest, bits(shapes, Parts(shapes.size(), 0)) * 1.0001 + 0.01) << round;
  }
}

}  // namespace
}  // namespace pagekin::templates
