#include "pagekin/templates/separation.h"

#include <cstdint>
#include <utility>
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

const Marks kSmallFrame = part(1, 7);
const Marks kSmallPost = part(2, 7);
const Marks kSmallList = part(3, 7);
const Marks kComments = part(4, 40);
const Marks kPager = part(5, 40);

// The separation of the pages of one site from those of another.
double apart(const Site& one, const Site& other) {
  Site both = one;
  both.insert(both.end(), other.begin(), other.end());
  // Each page is a shape of its own, so that equal pages of both sites are in different
  // groups.
  const BlockShapes site = shapes_of(
      test::views(both), page({kSmallFrame, kSmallPost, kSmallList, kComments, kPager,
                               part(6, 7, MarkKind::kText), part(7, 7, MarkKind::kText)}));
  std::vector<std::uint32_t> group_of(site.size(), 1);
  for (std::size_t i = 0; i < one.size(); ++i) group_of[site.shape_of[i]] = 0;
  const Groups groups(site, group_of, 2);
  EXPECT_DOUBLE_EQ(separation(groups, 0, 1), separation(groups, 1, 0));
  return separation(groups, 0, 1);
}

Site pages(std::size_t count, const Marks& marks) { return {count, marks}; }

TEST(Separation, AnOptionalPartDoesNotSeparate) {
  EXPECT_LT(apart(pages(50, kSmallFrame), pages(50, page({kSmallFrame, kComments}))), kOneTemplate);
}

TEST(Separation, ASubstitutionDoes) {
  EXPECT_GT(
      apart(pages(50, page({kSmallFrame, kSmallPost})), pages(50, page({kSmallFrame, kSmallList}))),
      0.3);
}

TEST(Separation, APageOfTheOtherTemplateByMistakeIsForgiven) {
  Site posts = pages(49, page({kSmallFrame, kSmallPost}));
  posts.push_back(page({kSmallFrame, kSmallPost, kComments}));
  const double clean = apart(posts, pages(50, page({kSmallFrame, kSmallList})));
  posts.back() = page({kSmallFrame, kComments});
  EXPECT_NEAR(apart(posts, pages(50, page({kSmallFrame, kSmallList}))), clean, 0.01);
}

TEST(Separation, PartsThatHalfOfThePagesHaveDoNotSeparate) {
  Site with_comments = pages(25, kSmallFrame);
  test::add(with_comments, 25, page({kSmallFrame, kComments}));
  EXPECT_LT(apart(with_comments, pages(50, page({kSmallFrame, kPager}))), kOneTemplate);
}

TEST(Separation, FewPagesCountForLess) {
  const Site lists = pages(100, page({kSmallFrame, kSmallList}));
  const double of_one = apart(pages(1, page({kSmallFrame, kSmallPost})), lists);
  const double of_three = apart(pages(3, page({kSmallFrame, kSmallPost})), lists);
  const double of_many = apart(pages(100, page({kSmallFrame, kSmallPost})), lists);
  EXPECT_LT(of_one, of_three);
  EXPECT_LT(of_three, of_many);
}

TEST(Separation, WordsAloneSeparateLess) {
  EXPECT_LT(apart(pages(50, page({kSmallFrame, part(6, 7, MarkKind::kText)})),
                  pages(50, page({kSmallFrame, part(7, 7, MarkKind::kText)}))),
            apart(pages(50, page({kSmallFrame, kSmallPost})),
                  pages(50, page({kSmallFrame, kSmallList}))));
}

TEST(Separation, OfTwoWithoutEvidenceTheMoreSimilarAreNearer) {
  EXPECT_LT(apart(pages(50, page({kSmallFrame, kSmallPost})),
                  pages(50, page({kSmallFrame, kSmallPost, kComments}))),
            apart(pages(50, kSmallFrame), pages(50, page({kSmallFrame, kSmallPost, kComments}))));
}

TEST(Separation, NothingInCommonIsFarApart) {
  EXPECT_GT(apart(pages(50, kSmallPost), pages(50, kSmallList)), 0.9);
  EXPECT_GT(apart(pages(50, {}), pages(50, kSmallList)), kOneTemplate) << "pages without marks";
}

TEST(Separation, IsThatOfTheDefinitionAndSymmetric) {
  Random random(9);
  for (int round = 0; round < 200; ++round) {
    const BlockShapes site = test::shapes(test::random_site(random, 1 + random.below(45)));
    const std::uint32_t count = 1 + random.below(6);
    const std::vector<std::uint32_t> group_of = test::random_groups(random, site, count);
    const Groups groups(site, group_of, count);
    const auto by_pages = reference::groups_of(site, group_of, count);
    for (std::size_t a = 0; a < count; ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        if (by_pages[a].empty() || by_pages[b].empty()) continue;
        const double found = separation(groups, a, b);
        const double expected =
            reference::separation(site, by_pages[a], by_pages[b], groups.all_pages());
        ASSERT_NEAR(found, expected, 1e-4 * expected + 1e-6) << round;
        ASSERT_EQ(found, separation(groups, b, a)) << round;
        ASSERT_GE(found, 0);
        ASSERT_LE(found, 1.06);
      }
    }
  }
}

}  // namespace
}  // namespace pagekin::templates
