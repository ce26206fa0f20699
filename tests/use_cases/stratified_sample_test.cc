#include "pagekin/clustering/stratified_sample.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/core/random.h"

#include "reference/stratified_sample.h"

namespace pagekin::clustering {
namespace {

// Pages of templates of some sizes, "0-0", "0-1", ...; those listed are representatives.
struct GroupedCrawl {
  std::vector<std::string> ids;
  std::vector<SampleCandidate> pages;

  explicit GroupedCrawl(const std::vector<std::size_t>& sizes,
                        const std::set<std::string>& representatives = {}) {
    for (std::size_t group = 0; group < sizes.size(); ++group) {
      for (std::size_t i = 0; i < sizes[group]; ++i) {
        ids.push_back(std::to_string(group) + "-" + std::to_string(i));
      }
    }
    std::size_t at = 0;
    for (std::size_t group = 0; group < sizes.size(); ++group) {
      for (std::size_t i = 0; i < sizes[group]; ++i, ++at) {
        pages.push_back({.page = ids[at],
                         .group = static_cast<std::uint32_t>(group),
                         .representative = representatives.contains(ids[at])});
      }
    }
  }

  std::vector<std::string> sample(const SampleOptions& options) const {
    std::vector<std::string> chosen;
    for (const DrawnPage& one : stratified_sample(pages, options).pages) {
      chosen.emplace_back(pages[one.page].page);
    }
    return chosen;
  }

  // How many pages of each template are in the sample.
  std::vector<std::size_t> counts(const SampleOptions& options, std::size_t templates) const {
    std::vector<std::size_t> counts(templates);
    for (const DrawnPage& one : stratified_sample(pages, options).pages) {
      ++counts[pages[one.page].group];
    }
    return counts;
  }
};

using Counts = std::vector<std::size_t>;

TEST(StratifiedSample, TakesAsManyPagesOfEachTemplate) {
  const GroupedCrawl crawl({10, 2, 5});
  EXPECT_EQ(crawl.counts({}, 3), (Counts{3, 2, 3}));
  EXPECT_EQ(crawl.counts({.per_template = 1}, 3), (Counts{1, 1, 1}));
  EXPECT_EQ(crawl.counts({.per_template = 100}, 3), (Counts{10, 2, 5}));
}

TEST(StratifiedSample, TakesAShareOfEachTemplate) {
  const GroupedCrawl crawl({100, 7, 3});
  EXPECT_EQ(crawl.counts({.fraction = 0.1}, 3), (Counts{10, 1, 1}));
  EXPECT_EQ(crawl.counts({.per_template = 2, .fraction = 0.1}, 3), (Counts{10, 2, 2}));
  EXPECT_EQ(crawl.counts({.fraction = 1}, 3), (Counts{100, 7, 3}));
}

TEST(StratifiedSample, SpreadsATotal) {
  const GroupedCrawl crawl({100, 2, 50});
  EXPECT_EQ(crawl.counts({.total = 2}, 3), (Counts{1, 0, 1}));  // the largest first
  EXPECT_EQ(crawl.counts({.total = 9}, 3), (Counts{4, 2, 3}));
  EXPECT_EQ(crawl.counts({.per_template = 2, .total = 100}, 3), (Counts{2, 2, 2}));
  EXPECT_EQ(crawl.counts({.total = 1000}, 3), (Counts{100, 2, 50}));
}

TEST(StratifiedSample, TakesRepresentativesFirst) {
  GroupedCrawl crawl({9, 4}, {"0-7", "0-3"});
  crawl.pages[7].confidence = 0.5F;
  crawl.pages[3].confidence = 0.9F;
  const PageSample sample = stratified_sample(crawl.pages, {.per_template = 3});
  EXPECT_EQ(crawl.pages[sample.pages[0].page].page, "0-3");
  EXPECT_EQ(crawl.pages[sample.pages[1].page].page, "0-7");
  EXPECT_EQ(sample.pages[1].drawn, Drawn::kRepresentative);
  EXPECT_EQ(sample.pages[2].drawn, Drawn::kWithinTemplate);
}

TEST(StratifiedSample, TakesTheSurestPageWhereThereIsNoRepresentative) {
  GroupedCrawl crawl({6});
  crawl.pages[4].confidence = 0.8F;
  const PageSample sample = stratified_sample(crawl.pages, {.per_template = 2});
  EXPECT_EQ(sample.pages[0].page, 4U);
  EXPECT_EQ(sample.pages[0].drawn, Drawn::kRepresentative);
  EXPECT_EQ(sample.pages[1].drawn, Drawn::kWithinTemplate);
}

TEST(StratifiedSample, DrawsFurtherPagesFromAll) {
  GroupedCrawl crawl({50, 50, 50, 50});
  const PageSample sample =
      stratified_sample(crawl.pages, {.per_template = 5, .random_share = 0.1});
  ASSERT_EQ(sample.pages.size(), 22U);
  EXPECT_EQ(sample.pages[19].drawn, Drawn::kWithinTemplate);
  EXPECT_EQ(sample.pages[20].drawn, Drawn::kFromAll);
  std::set<std::size_t> different;
  for (const DrawnPage& one : sample.pages) different.insert(one.page);
  EXPECT_EQ(different.size(), sample.pages.size());
  // Together they keep within the total.
  EXPECT_EQ(crawl.sample({.total = 22, .random_share = 0.1}).size(), 22U);
  EXPECT_EQ(crawl.sample({.total = 1, .random_share = 1}).size(), 1U);
}

TEST(StratifiedSample, CountsWhatItCovers) {
  GroupedCrawl crawl({6, 3, 1});
  crawl.ids.push_back("left out");
  crawl.pages.push_back({.page = "left out"});
  const PageSample sample = stratified_sample(crawl.pages, {.total = 2});
  EXPECT_EQ(sample.templates, 3U);
  EXPECT_EQ(sample.covered_templates, 2U);
  EXPECT_EQ(sample.covered_pages, 9U);
}

TEST(StratifiedSample, KeepsThePagesOfASmallerSample) {
  const GroupedCrawl crawl({40, 30});
  const std::vector<std::string> small = crawl.sample({.per_template = 3});
  const std::vector<std::string> large = crawl.sample({.per_template = 8});
  for (const std::string& id : small) {
    EXPECT_NE(std::ranges::find(large, id), large.end()) << id;
  }
  EXPECT_NE(small, crawl.sample({.per_template = 3, .seed = 2}));
}

TEST(StratifiedSample, DoesNotDependOnTheOrderOfPages) {
  GroupedCrawl crawl({40, 30, 20}, {"1-3"});
  std::vector<std::string> before = crawl.sample({.per_template = 4, .random_share = 0.5});
  std::ranges::reverse(crawl.pages);
  std::vector<std::string> after = crawl.sample({.per_template = 4, .random_share = 0.5});
  EXPECT_EQ(before, after);
}

TEST(StratifiedSample, RefusesValuesOutOfRange) {
  const GroupedCrawl crawl({3});
  for (const SampleOptions& bad : {SampleOptions{.per_template = 0}, SampleOptions{.fraction = 1.5},
                                   SampleOptions{.fraction = -0.1}, SampleOptions{.total = 0},
                                   SampleOptions{.random_share = 2}}) {
    EXPECT_THROW(stratified_sample(crawl.pages, bad), OptionError);
  }
  EXPECT_TRUE(stratified_sample({}, {}).pages.empty());
}

TEST(StratifiedSample, IsThatOfTheDefinition) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    std::vector<std::size_t> sizes;
    for (std::uint32_t i = random.below(6); i > 0; --i) sizes.push_back(1 + random.below(12));
    GroupedCrawl crawl(sizes);
    const bool has_confidence = random.chance(0.5);
    for (SampleCandidate& page : crawl.pages) {
      page.representative = random.chance(0.1);
      if (has_confidence) page.confidence = static_cast<float>(random.below(5)) / 4;
      if (random.chance(0.05)) page.group = kLeftOutOfSample;
    }
    SampleOptions options{.seed = seed};
    if (random.chance(0.5)) options.per_template = 1 + random.below(5);
    if (random.chance(0.3)) options.fraction = random.unit();
    if (random.chance(0.3)) options.total = 1 + random.below(30);
    if (random.chance(0.3)) options.random_share = random.unit();
    std::set<std::string> chosen;
    for (const DrawnPage& one : stratified_sample(crawl.pages, options).pages) {
      if (one.drawn != Drawn::kFromAll) chosen.emplace(crawl.pages[one.page].page);
    }
    EXPECT_EQ(chosen, reference::chosen_by_template(crawl.pages, options)) << "seed " << seed;
  }
}

}  // namespace
}  // namespace pagekin::clustering
