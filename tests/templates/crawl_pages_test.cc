#include "pagekin/templates/crawl_pages.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"
#include "pagekin/features/marks.h"

namespace pagekin::templates {
namespace {

using Marks = std::vector<std::uint64_t>;

std::string saved(const CrawlPages& pages) {
  std::string bytes;
  pages.save([&](std::string_view part) { bytes += part; });
  return bytes;
}

struct TestPage {
  std::uint64_t site = 0;
  Marks marks;
  PageContext context;
};

// Pages of one site that is larger than a sample, of some smaller ones and of many with one page.
std::vector<TestPage> random_pages(std::size_t count) {
  Random random(9);
  std::vector<TestPage> pages(count);
  for (TestPage& page : pages) {
    const std::uint32_t kind = random.below(10);
    page.site = kind < 6 ? 1 : kind < 9 ? 2 + random.below(5) : random.next();
    for (std::uint64_t mark = 0; mark < 30; ++mark) {
      page.marks.push_back(1'000 * (1 + page.site % 3) + mark);
    }
    for (int i = 0; i < 6; ++i) page.marks.push_back(random.next());
    std::sort(page.marks.begin(), page.marks.end());
    page.context.address = {random.below(50)};
    page.context.target = random.below(1'000);
    page.context.links = {random.below(100'000), 200'000};
  }
  for (std::size_t i = 7; i < count; i += 20) pages[i] = pages[i - 7];
  return pages;
}

TEST(CrawlPages, AddedLaterAreThoseAddedAtOnceForAnyNumberOfThreads) {
  const std::vector<TestPage> pages = random_pages(9'000);
  CrawlPages at_once;
  for (const TestPage& page : pages) {
    at_once.add(page.site, Marks(page.marks), page.context);
  }
  const std::string expected = saved(at_once);
  for (const unsigned threads : {1U, 2U, 5U}) {
    CrawlPages later;
    for (const TestPage& page : pages) {
      later.add_later(page.site, Marks(page.marks), PageContext(page.context), threads);
    }
    later.settle(threads);
    EXPECT_EQ(later.size(), pages.size());
    EXPECT_EQ(saved(later), expected) << threads;
  }
}

// 30 pages of a number of sites; those of a site have a class name in common, and all have a path.
CrawlPages pages_of_sites(std::uint64_t sites, std::uint64_t host) {
  CrawlPages pages;
  for (std::uint64_t i = 0; i < 30; ++i) {
    Marks marks = {features::make_mark(1ULL << 32, features::MarkKind::kPath, 1),
                   features::make_mark(2ULL << 32, features::MarkKind::kClass, i % sites),
                   features::make_mark(3ULL << 32, features::MarkKind::kText, i)};
    pages.add(host, std::move(marks), {});
  }
  return pages;
}

TEST(CrawlPages, WithoutHostsAndWithoutACommonNameAreToldAsSeveralSites) {
  EXPECT_FALSE(pages_of_sites(1, 0).has_mixed_sites());
  EXPECT_FALSE(pages_of_sites(2, 0).has_mixed_sites())
      << "one of two names is on half of the pages";
  EXPECT_TRUE(pages_of_sites(5, 0).has_mixed_sites());
  EXPECT_FALSE(pages_of_sites(5, 7).has_mixed_sites()) << "they have a host";
}

TEST(CrawlPages, TellsIntoHowManyPartsPagesWithoutAHostWereDivided) {
  for (const std::uint64_t host : {0U, 7U}) {  // four sites there, one on host 8
    Random random(3);
    CrawlPages pages;
    for (std::uint64_t i = 0; i < 400; ++i) {
      const std::uint64_t site = i % 5;
      Marks marks;
      for (std::uint64_t name = 0; name < 20; ++name) {
        marks.push_back(features::make_mark((site + 2) << 32, features::MarkKind::kClass, name));
      }
      marks.push_back(features::make_mark(50ULL << 32, features::MarkKind::kText, random.next()));
      pages.add(site < 4 ? host : 8, std::move(marks), {});
    }
    const CrawlTemplates found = pages.learn(1);
    EXPECT_EQ(pages.parts_without_host(found), host == 0 ? 4U : 1U);
    EXPECT_EQ(found.sites[0].parts, 4U) << "they are divided with a host, too";
    EXPECT_EQ(found.sites[1].parts, 1U);
  }
}

TEST(CrawlPages, AHintJoinsTemplatesOfTwoPartsOfAHost) {
  CrawlPages pages;
  for (std::uint64_t i = 0; i < 200; ++i) {
    Marks marks;
    for (std::uint64_t name = 0; name < 20; ++name) {
      marks.push_back(features::make_mark((i % 4 + 2) << 32, features::MarkKind::kClass, name));
    }
    marks.push_back(features::make_mark(50ULL << 32, features::MarkKind::kText, mix(i)));
    pages.add(7, std::move(marks), {});
  }
  const CrawlTemplates before = pages.learn(1);
  EXPECT_NE(pages.label(before, 0), pages.label(before, 1));
  Hints hints;
  hints.add_name(0, "one");
  hints.add_name(1, "one");
  pages.set_hints(std::move(hints));
  const CrawlTemplates after = pages.learn(1);
  EXPECT_EQ(pages.label(after, 0), pages.label(after, 1));
  EXPECT_NE(pages.label(after, 0), pages.label(after, 2));
}

TEST(CrawlPages, CountsSitesOfFewPages) {
  CrawlPages pages;
  EXPECT_EQ(pages.site_counts().all, 0U);
  for (std::uint64_t i = 0; i < 2 * CrawlPages::few_pages_of_site; ++i) {
    pages.add(i % 2 + 1, {features::make_mark(i << 32, features::MarkKind::kPath, 1)}, {});
  }
  EXPECT_EQ(pages.site_counts().all, 2U);
  EXPECT_EQ(pages.site_counts().small, 0U);
  pages.add(3, {features::make_mark(1ULL << 32, features::MarkKind::kPath, 1)}, {});
  EXPECT_EQ(pages.site_counts().all, 3U);
  EXPECT_EQ(pages.site_counts().small, 1U);
}

// Pages with thousands of marks that no other page has: more than two million in all.
TEST(CrawlPages, WithEndlessMarksOfTheirOwnTakeLimitedMemoryInAnyOrder) {
  constexpr std::uint64_t count = 540;  // just more marks than a sample may have
  const auto bytes_of_crawl = [](bool backwards) {
    CrawlPages pages;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t number = backwards ? count - 1 - i : i;
      Random random(number);
      Marks marks;
      for (int k = 0; k < 4'096; ++k) marks.push_back(random.next());
      std::sort(marks.begin(), marks.end());
      pages.add_later(1, std::move(marks), {}, 1);
    }
    pages.settle(1);
    return saved(pages).size();
  };
  const std::size_t bytes = bytes_of_crawl(false);
  EXPECT_LT(bytes, 8U * (1U << 21) + 500 * count);
  EXPECT_EQ(bytes_of_crawl(true), bytes);
}

}  // namespace
}  // namespace pagekin::templates
