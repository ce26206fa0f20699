// Which templates a crawl lacks: examples, and a comparison with a slow reference on random crawls.
#include "pagekin/coverage/template_coverage.h"

#include <deque>

#include "pagekin/core/random.h"

#include "reference/template_coverage.h"

namespace pagekin::coverage {
namespace {

using Pages = std::vector<TemplatedPage>;

const CoverageRow* row_of(const TemplateCoverage& found, std::uint32_t template_number) {
  for (const CoverageRow& row : found.rows) {
    if (row.template_number == template_number) return &row;
  }
  return nullptr;
}

CoverageState state_of(const TemplateCoverage& found, std::uint32_t template_number) {
  return row_of(found, template_number)->state;
}

TEST(TemplateCoverage, TellsWhatBecameOfEachTemplate) {
  const Pages before = {{"http://h/a/1", 1}, {"http://h/a/2", 1}, {"http://h/b/1", 2},
                        {"http://h/c/1", 3}, {"http://h/c/2", 3}, {"http://h/d/1", 4},
                        {"http://h/e/1", 5}, {"http://h/e/2", 5}};
  const Pages now = {{"http://h/a/2", 1}, {"http://h/b/9", 2}, {"http://h/c/1", 3},
                     {"http://h/c/2", 3}, {"http://h/c/3", 3}, {"http://h/n/1", 6},
                     {"http://h/e/2", 7}};
  const TemplateCoverage found = cover_templates({.new_pages = now, .old_pages = before});
  EXPECT_EQ(state_of(found, 1), CoverageState::kFewer);
  EXPECT_EQ(state_of(found, 2), CoverageState::kSame);
  EXPECT_EQ(state_of(found, 3), CoverageState::kMore);
  EXPECT_EQ(state_of(found, 4), CoverageState::kMissing);
  EXPECT_EQ(state_of(found, 5), CoverageState::kReplaced);
  EXPECT_EQ(state_of(found, 6), CoverageState::kNew);
  EXPECT_EQ(row_of(found, 3)->both, 2U);
  EXPECT_EQ(row_of(found, 2)->both, 0U);
  EXPECT_EQ(row_of(found, 5)->moved, 1U);
  EXPECT_EQ(row_of(found, 5)->moved_to, 7U);
  EXPECT_EQ(row_of(found, 4)->example, "http://h/d/1");
  EXPECT_EQ(row_of(found, 4)->shape, "/d/0");
  std::vector<std::uint32_t> order;
  for (const CoverageRow& row : found.rows) order.push_back(row.template_number);
  EXPECT_EQ(order, (std::vector<std::uint32_t>{4, 5, 1, 6, 7, 3, 2}));
  std::vector<std::string_view> lacking;
  for (const NotCrawled& one : found.not_crawled) lacking.push_back(one.address);
  EXPECT_EQ(lacking, (std::vector<std::string_view>{"http://h/a/1", "http://h/b/1", "http://h/d/1",
                                                    "http://h/e/1"}));
}

TEST(TemplateCoverage, AddressesInOtherSpellingAreTheSame) {
  const Pages before = {{"http://H.example:80/a%7Eb?y=1&x=2", 1}};
  const Pages now = {{"https://h.example/a~b?x=2&y=1#2", 1}};
  const TemplateCoverage found = cover_templates({.new_pages = now, .old_pages = before});
  EXPECT_EQ(row_of(found, 1)->both, 1U);
  EXPECT_TRUE(found.not_crawled.empty());
}

TEST(TemplateCoverage, AddressesOfASitemapGoToTheTemplateOfTheirShape) {
  const Pages now = {{"http://h/shop/red-shoe", 1},
                     {"http://h/shop/blue-hat", 1},
                     {"http://h/shop/cart-view", 2},
                     {"http://h/", 3}};
  const std::vector<std::string> sitemap = {"http://h/",
                                            "http://h/shop/red-shoe",
                                            "http://h/shop/cart-print",
                                            "http://h/shop/tie",
                                            "http://h/events/2026/x",
                                            "http://h/events/2027/y",
                                            "http://other.example/",
                                            "http://h/shop/tie#again"};
  const TemplateCoverage found =
      cover_templates({.new_pages = now, .sitemap = sitemap, .has_old = false});
  EXPECT_EQ(found.sitemap_addresses, 6U);
  EXPECT_EQ(found.sitemap_crawled, 2U);
  EXPECT_EQ(found.other_host_addresses, 1U);
  EXPECT_EQ(row_of(found, 1)->not_crawled, 1U);  // tie, as most of the shop
  EXPECT_EQ(row_of(found, 2)->not_crawled, 1U);  // cart-print, by its first word
  EXPECT_EQ(row_of(found, 3)->not_crawled, 0U);
  EXPECT_EQ(state_of(found, 1), CoverageState::kFewer);
  EXPECT_EQ(state_of(found, 3), CoverageState::kSame);
  ASSERT_EQ(found.rows.front().state, CoverageState::kUnknownShape);
  EXPECT_EQ(found.rows.front().shape, "/events/0/*");
  EXPECT_EQ(found.rows.front().not_crawled, 2U);
  EXPECT_EQ(found.rows.front().example, "http://h/events/2026/x");
  ASSERT_EQ(found.rows.back().state, CoverageState::kOtherHost);
  EXPECT_EQ(found.rows.back().shape, "other.example");
}

TEST(TemplateCoverage, AnAddressOfTheOldCrawlKeepsItsTemplate) {
  const Pages before = {{"http://h/a/1", 7}, {"http://h/a/2", 8}, {"http://h/a/3", 8}};
  const Pages now = {{"http://h/a/2", 8}};
  const std::vector<std::string> sitemap = {"http://h/a/1", "http://h/a/4"};
  const TemplateCoverage found =
      cover_templates({.new_pages = now, .old_pages = before, .sitemap = sitemap});
  EXPECT_EQ(row_of(found, 7)->not_crawled, 1U);
  EXPECT_EQ(row_of(found, 8)->not_crawled, 1U);
  ASSERT_EQ(found.not_crawled.size(), 3U);
  EXPECT_TRUE(found.not_crawled[0].in_old && found.not_crawled[0].in_sitemap);
  EXPECT_TRUE(found.not_crawled[1].in_old && !found.not_crawled[1].in_sitemap);
  EXPECT_TRUE(!found.not_crawled[2].in_old && found.not_crawled[2].in_sitemap);
}

TEST(TemplateCoverage, IdsThatAreNoAddressesAreComparedAsTheyAre) {
  const Pages before = {{"a/1.html", 1}, {"b.html", 1}};
  const Pages now = {{"a/1.html", 1}};
  const TemplateCoverage found = cover_templates({.new_pages = now, .old_pages = before});
  EXPECT_EQ(found.addresses, 0U);
  EXPECT_EQ(row_of(found, 1)->both, 1U);
}

TEST(TemplateCoverage, OfNothingIsNothing) { EXPECT_TRUE(cover_templates({}).rows.empty()); }

// A few words, so that crawls overlap and shapes are shared.
std::string random_address(Random& random) {
  constexpr std::string_view words[] = {"a", "b-c", "b-d", "12", "7", "index.html", "x.html", ""};
  std::string address = random.below(12) == 0 ? "http://i" : "http://h";
  for (std::uint64_t left = random.below(3) + 1; left > 0; --left) {
    address += "/" + std::string(words[random.below(8)]);
  }
  if (random.below(4) == 0) address += "?p=" + std::to_string(random.below(3));
  return address;
}

TEST(TemplateCoverage, AgreesWithASlowTwin) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    std::deque<std::string> ids;
    const auto crawl = [&](std::uint32_t most) {
      Pages pages;
      for (std::uint64_t left = random.below(most); left > 0; --left) {
        ids.push_back(random_address(random));
        pages.push_back({ids.back(), static_cast<std::uint32_t>(1 + random.below(4))});
      }
      return pages;
    };
    const Pages before = crawl(12);
    const Pages now = crawl(12);
    std::vector<std::string> sitemap;
    for (std::uint64_t left = random.below(12); left > 0; --left) {
      sitemap.push_back(random_address(random));
    }
    const CoverageInput input{.new_pages = now, .old_pages = before, .sitemap = sitemap};
    const TemplateCoverage found = cover_templates(input);
    auto expected = reference::SlowCoverage(input).rows();
    std::uint64_t unknown = 0;
    for (const CoverageRow& row : found.rows) {
      if (row.state == CoverageState::kUnknownShape) unknown += row.not_crawled;
      if (row.template_number == 0) continue;
      const CoverageRow& slow = expected[row.template_number];
      EXPECT_EQ(row.old_pages, slow.old_pages) << seed;
      EXPECT_EQ(row.new_pages, slow.new_pages) << seed;
      EXPECT_EQ(row.both, slow.both) << seed;
      EXPECT_EQ(row.moved, slow.moved) << seed;
      EXPECT_EQ(row.moved_to, slow.moved_to) << seed;
      EXPECT_EQ(row.in_sitemap, slow.in_sitemap) << seed;
      EXPECT_EQ(row.not_crawled, slow.not_crawled) << seed;
      expected.erase(row.template_number);
    }
    EXPECT_EQ(unknown, expected[0].not_crawled) << seed;
    expected.erase(0);
    EXPECT_TRUE(expected.empty()) << seed;
  }
}

}  // namespace
}  // namespace pagekin::coverage
