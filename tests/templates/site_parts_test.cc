#include "pagekin/templates/site_parts.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"
#include "pagekin/features/marks.h"
#include "pagekin/templates/mark_sketch.h"

namespace pagekin::templates {
namespace {

using Marks = std::vector<std::uint64_t>;

std::uint64_t class_mark(std::uint64_t value) {
  return features::make_mark(mix(value + 1), features::MarkKind::kClass, mix(value + 2));
}

// `own` names of the site, two that all sites have at times, and texts of the page.
Marks page_of_site(std::uint64_t site, std::uint64_t own, Random& random) {
  Marks marks;
  for (std::uint64_t i = 0; i < own; ++i) marks.push_back(class_mark(1'000 * (site + 1) + i));
  marks.push_back(class_mark(random.below(4)));
  for (int i = 0; i < 5; ++i) {
    marks.push_back(features::make_mark(7, features::MarkKind::kText, random.next()));
  }
  std::ranges::sort(marks);
  return marks;
}

struct Pages {
  std::vector<Marks> marks;
  std::vector<std::uint64_t> sites;

  void add(std::uint64_t site, std::size_t count, std::uint64_t own, Random& random) {
    for (std::size_t i = 0; i < count; ++i) {
      marks.push_back(page_of_site(site, own, random));
      sites.push_back(site);
    }
  }
  std::vector<MarkSet> sets() const { return {marks.begin(), marks.end()}; }
};

TEST(SiteParts, PagesThatShareNoFrameAreOfDifferentParts) {
  Random random(1);
  Pages pages;
  for (int turn = 0; turn < 40; ++turn) {
    for (std::uint64_t site = 0; site < 4; ++site) pages.add(site, 1, 20, random);
  }
  EXPECT_FALSE(have_common_name(pages.sets()));
  const std::vector<std::uint32_t> part_of = site_parts(pages.sets());
  for (std::size_t i = 0; i < part_of.size(); ++i) EXPECT_EQ(part_of[i], pages.sites[i]) << i;
}

TEST(SiteParts, ANameOnHalfOfThePagesSaysThatTheyAreOneSite) {
  Random random(2);
  Pages pages;
  for (std::uint64_t site = 0; site < 4; ++site) pages.add(site, 30, 20, random);
  const auto name = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      pages.marks[i].push_back(class_mark(77));
      std::ranges::sort(pages.marks[i]);
    }
  };
  name(0, 59);
  EXPECT_FALSE(have_common_name(pages.sets()));
  name(59, 60);
  EXPECT_TRUE(have_common_name(pages.sets()));
}

TEST(SiteParts, SectionsThatShareATenthOfTheirFramesAreNotDivided) {
  for (const std::uint64_t shared : {1U, 3U}) {  // of 20
    Random random(8);
    Pages pages;
    for (std::uint64_t site = 0; site < 3; ++site) pages.add(site, 40, 20 - shared, random);
    for (Marks& page : pages.marks) {
      for (std::uint64_t i = 0; i < shared; ++i) page.push_back(class_mark(90 + i));
      std::ranges::sort(page);
    }
    const std::vector<std::uint32_t> part_of = site_parts(pages.sets());
    EXPECT_EQ(*std::ranges::max_element(part_of), shared == 1 ? 2U : 0U) << shared;
  }
}

TEST(SiteParts, FewPagesAreNotDivided) {
  Random random(3);
  Pages pages;
  for (std::uint64_t site = 0; site < 4; ++site) pages.add(site, 14, 20, random);
  EXPECT_TRUE(have_common_name(pages.sets()));
  const std::vector<std::uint32_t> part_of = site_parts(pages.sets());
  EXPECT_EQ(std::ranges::count(part_of, 0U), std::ssize(part_of));
}

TEST(SiteParts, SmallSitesTogetherAreTheLastPart) {
  Random random(4);
  Pages pages;
  for (const std::size_t count : {29U, 30U, 5U, 60U}) pages.add(count, count, 20, random);
  const std::vector<std::uint32_t> part_of = site_parts(pages.sets());
  for (std::size_t i = 0; i < part_of.size(); ++i) {
    EXPECT_EQ(part_of[i], pages.sites[i] == 30 ? 0U : pages.sites[i] == 60 ? 1U : 2U) << i;
  }
}

TEST(SiteParts, APageOfFewNamesLinksNothingAndFollowsTheMostSimilarPage) {
  Random random(5);
  Pages pages;
  for (std::uint64_t site = 0; site < 3; ++site) pages.add(site, 40, 20, random);
  for (std::uint64_t site = 0; site < 3; ++site) {
    pages.add(site, 3, 6, random);
    // Also three names of the next site: it would link the two if it could.
    for (std::uint64_t i = 0; i < 3; ++i) {
      pages.marks.back().push_back(class_mark(1'000 * ((site + 1) % 3 + 1) + i));
    }
    std::ranges::sort(pages.marks.back());
  }
  const std::vector<std::uint32_t> part_of = site_parts(pages.sets());
  for (std::size_t i = 0; i < part_of.size(); ++i) EXPECT_EQ(part_of[i], pages.sites[i]) << i;
}

TEST(SiteParts, SectionsOfASiteAreOnePartIfPagesBetweenThemShareBothFrames) {
  Random random(6);
  Pages pages;
  for (std::uint64_t site = 0; site < 4; ++site) pages.add(site, 40, 20, random);
  Marks between = pages.marks[0];
  between.insert(between.end(), pages.marks[50].begin(), pages.marks[50].end());
  std::ranges::sort(between);
  between.erase(std::unique(between.begin(), between.end()), between.end());
  pages.marks.push_back(std::move(between));
  const std::vector<std::uint32_t> part_of = site_parts(pages.sets());
  EXPECT_EQ(part_of[0], part_of[50]);
  EXPECT_NE(part_of[0], part_of[90]);
  EXPECT_NE(part_of[90], part_of[130]);
}

TEST(SiteParts, AFurtherPageGoesToThePartWhoseMarksItHas) {
  Random random(7);
  Pages pages;
  for (std::uint64_t site = 0; site < 5; ++site) pages.add(site, 40, 20, random);
  const std::vector<std::uint32_t> part_of = site_parts(pages.sets());
  const PartFinder finder(pages.sets(), part_of);
  for (std::uint64_t site = 0; site < 5; ++site) {
    std::string sketch;
    append_sketch(page_of_site(site, 18, random), sketch);
    EXPECT_EQ(finder.find(sketch), site);
  }
}

}  // namespace
}  // namespace pagekin::templates
