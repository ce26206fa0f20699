#include "pagekin/templates/learn_templates.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"
#include "pagekin/templates/description_length.h"
#include "pagekin/templates/separation.h"

#include "reference/templates.h"
#include "support/rounds.h"
#include "templates/sites.h"

namespace pagekin::templates {
namespace {

using test::kFrame;
using test::kList;
using test::kPost;
using test::Marks;
using test::page;
using test::part;
using test::Site;

using Labels = std::vector<std::uint32_t>;

// The template of each page, numbered from 0 in the order of the pages.
Labels templates_of(const Site& site) {
  const BlockShapes shapes = test::shapes(site);
  const LearnedTemplates learned = learn_templates(shapes);
  const Labels& by_shape = learned.template_of;
  for (std::size_t a = 0; a < shapes.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      if (learned.variant_of[a] == learned.variant_of[b]) {
        EXPECT_EQ(by_shape[a], by_shape[b]) << "a template consists of whole variants";
      }
    }
  }
  EXPECT_EQ(by_shape.size(), shapes.size());
  EXPECT_EQ(by_shape, test::renumbered(by_shape)) << "from 0 in the order of the shapes";
  Labels labels;
  for (const std::uint32_t shape : shapes.shape_of) labels.push_back(by_shape[shape]);
  return test::renumbered(labels);
}

std::size_t count(const Labels& labels) { return std::set(labels.begin(), labels.end()).size(); }

TEST(LearnTemplates, APostWithoutCommentsIsAPost) {
  Site site;
  test::add(site, 30, page({kFrame, kPost}));
  test::add(site, 30, page({kFrame, kPost, part(4, 40)}));
  EXPECT_EQ(count(templates_of(site)), 1U);
}

TEST(LearnTemplates, APostIsNoList) {
  Site site;
  test::add(site, 30, page({kFrame, kPost}));
  test::add(site, 30, page({kFrame, kList}));
  Labels expected(60, 1);
  std::fill_n(expected.begin(), 30, 0);
  EXPECT_EQ(templates_of(site), expected);
}

TEST(LearnTemplates, PagesWithEitherOfTwoOptionalPartsMeetPagesWithBoth) {
  const Marks comments = part(4, 10);
  const Marks pictures = part(5, 10);
  Site site;
  test::add(site, 20, page({kFrame, kPost, comments}));
  test::add(site, 20, page({kFrame, kPost, pictures}));
  EXPECT_EQ(count(templates_of(site)), 2U) << "never both, never neither: a substitution";
  test::add(site, 20, page({kFrame, kPost, comments, pictures}));
  test::add(site, 20, page({kFrame, kPost}));
  EXPECT_EQ(count(templates_of(site)), 1U);
}

TEST(LearnTemplates, WhatIsWrittenInThePagesMakesNoTemplates) {
  Site site;
  for (std::uint32_t i = 0; i < 40; ++i) {
    site.push_back(page({kFrame, kPost, {test::mark(9, test::MarkKind::kText, i)}}));
    site.push_back(page({kFrame, kList, {test::mark(9, test::MarkKind::kText, i)}}));
  }
  const Labels found = templates_of(site);
  EXPECT_EQ(count(found), 2U);
  for (std::size_t i = 0; i < site.size(); ++i) EXPECT_EQ(found[i], i % 2);
}

TEST(LearnTemplates, AFewPagesProveATemplateOfASmallSite) {
  const Marks frame = part(1, 1'000);
  const auto site = [&](std::size_t pages) {
    Site made;
    test::add(made, pages, page({frame, part(2)}));
    test::add(made, pages, page({frame, part(3)}));
    return made;
  };
  EXPECT_EQ(count(templates_of(site(5))), 2U);
  EXPECT_EQ(count(templates_of(site(400))), 2U);
}

TEST(LearnTemplates, OfNoPages) {
  EXPECT_EQ(learn_templates(test::shapes({})).template_of, Labels());
}

// Posts with and without comments, and lists.
Site posts_and_lists() {
  Site site;
  test::add(site, 30, page({kFrame, kPost}));
  test::add(site, 30, page({kFrame, kPost, part(4, 40)}));
  test::add(site, 30, page({kFrame, kList}));
  return site;
}

// The template of each page if hints say the names of some pages.
Labels hinted_templates_of(const Site& site, const Hints& hints) {
  const BlockShapes shapes = test::shapes(site);
  const Seeds seeds = hints.seeds();
  SeedShapes hinted{Labels(shapes.size(), kNoSeed), &seeds};
  for (const auto [page_number, seed] : seeds.pages()) {
    hinted.seed_of[shapes.shape_of[page_number]] = seed;
  }
  const Labels by_shape = learn_templates(shapes, {}, hinted).template_of;
  Labels labels;
  for (const std::uint32_t shape : shapes.shape_of) labels.push_back(by_shape[shape]);
  return test::renumbered(labels);
}

TEST(LearnTemplates, HintsSeparateWhatWouldBeOne) {
  Hints hints;
  hints.add_name(0, "post");
  hints.add_name(30, "discussion");
  const Labels found = hinted_templates_of(posts_and_lists(), hints);
  EXPECT_EQ(count(found), 3U);
  EXPECT_NE(found[0], found[30]);
}

TEST(LearnTemplates, HintsJoinWhatWouldBeTwo) {
  Hints hints;
  hints.add_same(0, 60);
  EXPECT_EQ(count(hinted_templates_of(posts_and_lists(), hints)), 1U);
}

TEST(LearnTemplates, HintsHoldWhateverTheySay) {
  Random random(17);
  for (int round = 0; round < test::rounds(12); ++round) {
    Site site;  // of more shapes than there are first groups
    for (int i = 0; i < 400; ++i) {
      Marks marks = page({kFrame, random.chance(0.5) ? kPost : kList});
      for (std::uint32_t optional = 10; optional < 18; ++optional) {
        if (random.chance(0.5)) marks = page({marks, part(optional)});
      }
      site.push_back(marks);
    }
    const BlockShapes shapes = test::shapes(site);
    std::vector<std::uint32_t> name_of(shapes.size(), 9);  // none
    Hints hints;
    for (int i = 0; i < 40; ++i) {
      const std::uint32_t number = random.below(400);
      std::uint32_t& name = name_of[shapes.shape_of[number]];
      if (name != 9) continue;
      name = random.below(3);
      hints.add_name(number, std::string(1, static_cast<char>('a' + name)));
    }
    const Labels found = hinted_templates_of(site, hints);
    std::vector<std::set<std::uint32_t>> templates(3);
    for (std::size_t i = 0; i < site.size(); ++i) {
      const std::uint32_t name = name_of[shapes.shape_of[i]];
      if (name != 9) templates[name].insert(found[i]);
    }
    std::set<std::uint32_t> all;
    for (const std::set<std::uint32_t>& one : templates) {
      EXPECT_EQ(one.size(), 1U) << round;
      all.insert(one.begin(), one.end());
    }
    EXPECT_EQ(all.size(), 3U) << round;
  }
}

TEST(LearnTemplates, AsksAboutTheMostFrequentShapesFirst) {
  const BlockShapes shapes = test::shapes(posts_and_lists());
  for (const AskedShape& one : learn_templates(shapes).asked) {
    EXPECT_LT(one.shape, shapes.size());
    EXPECT_GT(one.doubt, 0);
  }
}

TEST(LearnTemplates, OfOnePage) {
  EXPECT_EQ(templates_of({kPost}), Labels{0});
  EXPECT_EQ(templates_of({Marks()}), Labels{0});
}

TEST(LearnTemplates, PagesWithoutMarksAreOneTemplate) {
  EXPECT_EQ(templates_of(Site(20)), Labels(20, 0));
}

TEST(LearnTemplates, EqualPagesAreOneTemplate) {
  EXPECT_EQ(templates_of(Site(200, page({kFrame, kPost}))), Labels(200, 0));
}

TEST(LearnTemplates, OfPagesWithSixtyThousandMarks) {
  Site site;
  test::add(site, 10, page({kFrame, part(2, 60'000)}));
  test::add(site, 10, page({kFrame, part(3, 60'000)}));
  EXPECT_EQ(count(templates_of(site)), 2U);
}

TEST(LearnTemplates, DoNotDependOnTheOrderOfPages) {
  Random random(15);
  for (int round = 0; round < 40; ++round) {
    const Site site = test::random_site(random, random.below(80));
    std::vector<std::size_t> order(site.size());
    std::iota(order.begin(), order.end(), 0U);
    test::shuffle(random, order);
    Site shuffled;
    for (const std::size_t i : order) shuffled.push_back(site[i]);
    const Labels here = templates_of(site);
    Labels expected;
    for (const std::size_t i : order) expected.push_back(here[i]);
    ASSERT_EQ(templates_of(shuffled), test::renumbered(expected)) << round;
  }
}

// Each page has about half of the optional parts of its template.
struct Planted {
  Site site;
  Labels templates;
};

Planted planted(std::uint64_t seed, std::uint32_t templates, std::uint32_t pages) {
  Random random(seed);
  Planted made;
  for (std::uint32_t i = 0; i < pages; ++i) {
    const std::uint32_t own = i % templates;
    Marks marks = page({kFrame, part(10 + own, 30)});
    for (std::uint32_t optional = 0; optional < 14; ++optional) {
      if (random.chance(0.5)) marks = page({marks, part(100 * (1 + own) + optional, 3)});
    }
    made.site.push_back(marks);
    made.templates.push_back(own);
  }
  return made;
}

TEST(LearnTemplates, OfMoreShapesThanGroupsFindsWhatWasPlanted) {
  const Planted crawl = planted(1, 3, 450);
  ASSERT_GT(test::shapes(crawl.site).size(), 400U);
  EXPECT_EQ(templates_of(crawl.site), crawl.templates);
}

TEST(LearnTemplates, OfMoreShapesThanAreLookedAtEachHasATemplateWhateverTheOrderOfPages) {
  const Planted crawl = planted(2, 3, 1'300);
  ASSERT_GT(test::shapes(crawl.site).size(), 1'100U);
  EXPECT_EQ(templates_of(crawl.site), crawl.templates);
  const Site reversed(crawl.site.rbegin(), crawl.site.rend());
  Labels found = templates_of(reversed);
  std::reverse(found.begin(), found.end());
  EXPECT_EQ(test::renumbered(found), crawl.templates);
}

}  // namespace
}  // namespace pagekin::templates
