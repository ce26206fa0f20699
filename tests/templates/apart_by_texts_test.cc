#include "pagekin/templates/apart_by_texts.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"
#include "pagekin/templates/block_facts.h"
#include "pagekin/templates/learn_templates.h"

#include "reference/apart_by_texts.h"
#include "templates/sites.h"

namespace pagekin::templates {
namespace {

using test::Marks;
using test::page;
using test::part;
using test::Site;

Marks text(std::uint32_t place, std::uint32_t value) {
  return {test::mark(place, test::MarkKind::kText, value)};
}

// The shares of the votes after none of them joined two groups. `group_of`: by page; each group is
// a template.
SimilarityMatrix shares_of(const Site& site, const std::vector<std::uint32_t>& group_of,
                           std::size_t groups) {
  const BlockShapes shapes = test::shapes(site);
  std::vector<std::uint32_t> by_shape(shapes.size());
  for (std::size_t i = 0; i < site.size(); ++i) by_shape[shapes.shape_of[i]] = group_of[i];
  const BlockFacts facts = block_facts(shapes, test::all_of(shapes));
  std::vector<std::uint32_t> template_of(groups);
  for (std::uint32_t group = 0; group < groups; ++group) template_of[group] = group;
  SimilarityMatrix shares(groups);
  for (std::size_t a = 1; a < groups; ++a) std::ranges::fill(shares.row(a), 0.0F);
  join_apart_by_texts(shapes, VoterGroups(shapes, facts, by_shape, groups), template_of, shares);
  return shares;
}

bool are_joined(const Marks& one, const Marks& other) {
  Site site;
  test::add(site, 40, page({part(1, 9), one}));
  test::add(site, 40, page({part(1, 9), other}));
  std::vector<std::uint32_t> group_of(80, 1);
  std::fill_n(group_of.begin(), 40, 0);
  return shares_of(site, group_of, 2)(0, 1) > 0;
}

TEST(ApartByTexts, OtherTextsAtOnePlaceAreOneTemplate) {
  EXPECT_TRUE(are_joined(text(1, 1), text(1, 2)));
  EXPECT_TRUE(are_joined(page({text(1, 1), text(2, 1)}), page({text(1, 2), text(3, 1)})));
}

TEST(ApartByTexts, TextsOfOneGroupOrAtOtherPlacesAreNot) {
  EXPECT_FALSE(are_joined(text(1, 1), {}));
  EXPECT_FALSE(are_joined(text(1, 1), text(2, 1)));
}

TEST(ApartByTexts, StructureIsNot) {
  EXPECT_FALSE(are_joined(page({text(1, 1), part(3)}), text(1, 2)));
  EXPECT_FALSE(are_joined(page({text(1, 1), part(3)}), page({text(1, 2), part(4)})));
}

// Random pages of three groups: texts and structure of the groups and of any page.
TEST(ApartByTexts, IsWhatMarksSayOneByOne) {
  Random random(37);
  int joined = 0;
  for (int round = 0; round < 200; ++round) {
    Site site;
    std::vector<std::uint32_t> group_of;
    std::vector<reference::MarkedPages> groups(3);
    const bool has_structure = random.below(2) == 0;
    for (std::uint32_t i = 0; i < 60; ++i) {
      const std::uint32_t group = i % 3;
      Marks marks = part(1, 4);
      const auto add = [&](const Marks& more) {
        marks.insert(marks.end(), more.begin(), more.end());
      };
      for (std::uint32_t place = 1; place <= 3; ++place) {
        if (random.below(4) > 0) add(text(place, random.below(5) == 0 ? 9 : group));
      }
      if (has_structure && random.below(3) > group) add(part(3));
      if (random.below(2) == 0) add(part(4));
      add(part(100 + group));  // a shape is of one group; each group has structure of its own
      if (!has_structure) std::erase(marks, part(100 + group).front());
      site.push_back(test::as_set(marks));
      group_of.push_back(group);
    }
    // Pages of one shape must be of one group.
    const BlockShapes shapes = test::shapes(site);
    std::vector<std::uint32_t> first(shapes.size(), UINT32_MAX);
    for (std::size_t i = 0; i < site.size(); ++i) {
      std::uint32_t& group = first[shapes.shape_of[i]];
      if (group == UINT32_MAX) group = group_of[i];
      groups[group].push_back(site[i]);
      group_of[i] = group;
    }
    if (std::ranges::any_of(groups, [](const auto& group) { return group.empty(); })) continue;
    const SimilarityMatrix shares = shares_of(site, group_of, 3);
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        const bool expected = reference::are_apart_by_texts(groups[a], groups[b]);
        EXPECT_EQ(shares(a, b) > 0, expected) << round;
        joined += expected ? 1 : 0;
      }
    }
  }
  EXPECT_GT(joined, 20);
  EXPECT_LT(joined, 500);
}

// Players of four teams: a page names its team and all players of it, and little else.
TEST(ApartByTexts, PagesOfManyValuesAreOneTemplate) {
  Site site;
  for (std::uint32_t team = 0; team < 4; ++team) {
    for (std::uint32_t player = 0; player < 15; ++player) {
      Marks marks = page({part(1, 30), part(2, 20), text(1, team)});
      for (std::uint32_t other = 0; other < 15; ++other) {
        marks = page({marks, text(2, 100 * team + other)});
      }
      if (player % 3 == 0) marks = page({marks, part(5, 4)});
      site.push_back(marks);
    }
  }
  const LearnedTemplates learned = learn_templates(test::shapes(site));
  EXPECT_EQ(std::ranges::max(learned.template_of), 0U);
}

}  // namespace
}  // namespace pagekin::templates
