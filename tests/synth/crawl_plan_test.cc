#include "pagekin/synth/crawl_plan.h"

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"

namespace pagekin::synth {
namespace {

std::map<std::uint32_t, std::uint64_t> pages_by_template(const Plan& plan) {
  std::map<std::uint32_t, std::uint64_t> pages;
  for (const Site& site : plan.sites) {
    for (const Slot& slot : site.slots) pages[slot.template_number] += slot.pages;
  }
  return pages;
}

TEST(CrawlPlan, HasExactlyThePagesAskedFor) {
  for (const std::uint64_t pages : {1U, 2U, 19U, 20U, 21U, 1000U, 123456789U}) {
    for (const std::uint32_t sites : {0U, 1U, 3U, 50U}) {
      const Plan plan({.templates = 20, .pages = pages, .sites = sites});
      EXPECT_EQ(plan.order.size(), pages);
    }
  }
}

TEST(CrawlPlan, GivesEveryTemplateAPageWhenThereAreEnough) {
  for (const std::uint32_t templates : {1U, 2U, 7U, 20U, 200U}) {
    for (const std::uint32_t sites : {0U, 1U, 2U, 30U}) {
      const Plan plan({.templates = templates, .pages = templates, .sites = sites});
      EXPECT_EQ(pages_by_template(plan).size(), templates) << sites << " sites";
    }
  }
}

TEST(CrawlPlan, GivesEverySiteAPageWhenThereAreEnough) {
  const Plan plan({.templates = 5, .pages = 2000, .sites = 100});
  EXPECT_EQ(plan.sites.size(), 100U);
}

TEST(CrawlPlan, MakesSomeTemplatesMuchLargerThanOthers) {
  const Plan plan({.templates = 50, .pages = 100'000});
  std::uint64_t least = 100'000, most = 0;
  for (const auto& [number, pages] : pages_by_template(plan)) {
    least = std::min(least, pages);
    most = std::max(most, pages);
  }
  EXPECT_GT(most, 20 * least);
}

TEST(CrawlPlan, NamesEveryTemplateDifferently) {
  const Plan plan({.templates = 300, .pages = 1000});
  std::set<std::string> names;
  for (const Template& made : plan.templates) names.insert(made.name);
  EXPECT_EQ(names.size(), 300U);
}

TEST(CrawlPlan, HasTwinsLayoutsViewsAndSharedTemplatesByDefault) {
  const Plan plan({});
  std::set<Origin> origins;
  std::size_t shared = 0;
  for (const Template& made : plan.templates) {
    origins.insert(made.origin);
    if (made.sites.size() > 1) ++shared;
  }
  EXPECT_EQ(origins.size(), 4U);
  EXPECT_GE(shared, 1U);
}

TEST(CrawlPlan, ATwinDiffersFromItsOriginalInOneSection) {
  const Plan plan({.templates = 100, .pages = 100});
  int twins = 0;
  for (const Template& made : plan.templates) {
    if (made.origin != Origin::kTwin) continue;
    ++twins;
    const Parts& a = made.body.parts;
    const Parts& b = plan.templates[made.base].body.parts;
    ASSERT_EQ(a.size(), b.size());
    int different = 0;
    for (std::size_t i = 0; i < a.size(); ++i) different += !(a[i] == b[i]);
    EXPECT_EQ(different, 1) << made.name;
  }
  EXPECT_GT(twins, 5);
}

TEST(CrawlPlan, SharedTemplatesStandOnSeveralSitesInOneTheme) {
  const Plan plan({.templates = 20, .pages = 1000});
  std::map<std::uint32_t, std::set<std::size_t>> sites;
  for (std::size_t site = 0; site < plan.sites.size(); ++site) {
    for (const Slot& slot : plan.sites[site].slots) sites[slot.template_number].insert(site);
  }
  std::size_t shared = 0;
  for (const auto& [number, where] : sites) {
    if (where.size() < 2) continue;
    ++shared;
    EXPECT_GE(plan.templates[number].theme, plan.sites.size());  // no site's own
  }
  EXPECT_GE(shared, 1U);
}

TEST(CrawlPlan, RejectsWhatItCannotMake) {
  EXPECT_THROW(Plan({.templates = 0}), Error);
  EXPECT_THROW(Plan({.pages = 0}), Error);
  EXPECT_THROW(Plan({.templates = 1'000'000}), Error);
}

}  // namespace
}  // namespace pagekin::synth
