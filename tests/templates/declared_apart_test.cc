#include "pagekin/templates/declared_apart.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"
#include "pagekin/templates/block_facts.h"
#include "pagekin/templates/learn_templates.h"

#include "reference/declared_apart.h"
#include "templates/sites.h"

namespace pagekin::templates {
namespace {

using test::Marks;
using test::page;
using test::part;
using test::Site;

Marks declared(std::uint32_t place, std::uint32_t value) {
  return {test::mark(place, test::MarkKind::kDeclared, value)};
}

// How far the groups are apart. `group_of`: by page.
SimilarityMatrix apart_of(const Site& site, const std::vector<std::uint32_t>& group_of,
                          std::size_t groups) {
  const BlockShapes shapes = test::shapes(site);
  std::vector<std::uint32_t> by_shape(shapes.size());
  for (std::size_t i = 0; i < site.size(); ++i) by_shape[shapes.shape_of[i]] = group_of[i];
  const BlockFacts facts = block_facts(shapes, test::all_of(shapes));
  return declared_apart(shapes, VoterGroups(shapes, facts, by_shape, groups));
}

float apart_of_two(const Marks& one, const Marks& other) {
  Site site;
  test::add(site, 40, page({part(1, 9), one}));
  test::add(site, 40, page({part(1, 9), other, part(2)}));
  std::vector<std::uint32_t> group_of(80, 1);
  std::fill_n(group_of.begin(), 40, 0);
  return apart_of(site, group_of, 2)(0, 1);
}

TEST(DeclaredApart, OtherValuesAtOnePlaceAreApart) {
  EXPECT_GT(apart_of_two(declared(1, 1), declared(1, 2)), 0.9F);
}

TEST(DeclaredApart, AValueOfOneGroupAloneIsNot) {
  EXPECT_EQ(apart_of_two(declared(1, 1), {}), 0);
  EXPECT_EQ(apart_of_two(declared(1, 1), declared(1, 1)), 0);
  EXPECT_EQ(apart_of_two(page({declared(1, 1), declared(1, 2)}), declared(1, 2)), 0);
  EXPECT_EQ(apart_of_two(declared(1, 1), declared(2, 2)), 0) << "at two places";
}

TEST(DeclaredApart, ACommonValueCountsAgainstIt) {
  const float apart =
      apart_of_two(page({declared(1, 1), declared(1, 2)}), page({declared(1, 1), declared(1, 3)}));
  EXPECT_LT(apart, 0.7F);
  EXPECT_GT(apart, 0.5F);
}

TEST(DeclaredApart, OtherMarksSayNothing) { EXPECT_EQ(apart_of_two(part(3, 9), part(4, 9)), 0); }

TEST(DeclaredApart, TakesUpToThreeFifthsOfTheVotes) {
  SimilarityMatrix apart(3);
  apart.row(1)[0] = 1;
  apart.row(2)[0] = 0.5F;
  SimilarityMatrix shares(3);
  for (std::size_t a = 1; a < 3; ++a) {
    for (float& share : shares.row(a)) share = 0.8F;
  }
  heed_declarations(apart, shares);
  EXPECT_FLOAT_EQ(shares(0, 1), 0.32F);
  EXPECT_FLOAT_EQ(shares(0, 2), 0.56F);
  EXPECT_FLOAT_EQ(shares(1, 2), 0.8F);
}

// Random pages: values of three places near the root and other marks.
Marks random_declaring_page(Random& random) {
  Marks marks = part(1, 4);
  for (std::uint32_t place = 1; place <= 3; ++place) {
    for (std::uint32_t value = 0; value < 3; ++value) {
      if (random.below(3) == 0) marks.push_back(declared(place, value).front());
    }
  }
  for (std::uint32_t i = 0; i < 4; ++i) {
    if (random.below(2) == 0) marks.push_back(part(10 + i).front());
  }
  return test::as_set(marks);
}

TEST(DeclaredApart, IsWhatPagesSayOneByOne) {
  Random random(36);
  for (int round = 0; round < 60; ++round) {
    Site site;
    std::vector<std::uint32_t> group_of;
    std::vector<reference::MarkedPages> groups(3);
    std::vector<Marks> kinds;
    for (int i = 0; i < 9; ++i) kinds.push_back(random_declaring_page(random));
    for (int i = 0; i < 60; ++i) {
      // Pages of one kind are of one group, since a shape is. Each kind recurs, so its marks count.
      const std::size_t kind = i < 27 ? static_cast<std::size_t>(i) % 9 : random.below(9);
      site.push_back(page({kinds[kind], part(100 + static_cast<std::uint32_t>(kind))}));
      group_of.push_back(static_cast<std::uint32_t>(kind % 3));
      groups[kind % 3].push_back(site.back());
    }
    const SimilarityMatrix apart = apart_of(site, group_of, 3);
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        EXPECT_NEAR(apart(a, b), reference::declared_apart(groups[a], groups[b]), 1e-4);
      }
    }
  }
}

// Two kinds of pages with one frame that differ in little: each has some marks of its own in the
// main part, and declares something. Returns the number of templates.
std::size_t templates_of_two_kinds(std::uint32_t own, const Marks& first, const Marks& second) {
  Site site;
  for (std::uint32_t i = 0; i < 4; ++i) {
    const Marks both = page({part(1, 60), part(2, 40), part(10 + i, 30)});
    test::add(site, 25, page({both, first, part(30, own)}));
    test::add(site, 25, page({both, second, part(31, own)}));
  }
  std::size_t count = 0;
  for (const std::uint32_t number : learn_templates(test::shapes(site)).template_of) {
    count = std::max(count, std::size_t{number} + 1);
  }
  return count;
}

TEST(DeclaredApart, DecidesWhatVotersLeaveOpen) {
  int decided = 0;
  for (std::uint32_t own = 1; own < 16; ++own) {
    const std::size_t equal = templates_of_two_kinds(own, declared(1, 1), declared(1, 1));
    const std::size_t other = templates_of_two_kinds(own, declared(1, 1), declared(1, 2));
    EXPECT_GE(other, equal) << own;
    decided += other > equal;
  }
  EXPECT_GT(decided, 0);
}

}  // namespace
}  // namespace pagekin::templates
