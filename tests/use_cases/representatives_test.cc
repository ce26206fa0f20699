#include "pagekin/clustering/representatives.h"

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/clustering/name_templates.h"
#include "pagekin/clustering/number_sites.h"

namespace pagekin::clustering {
namespace {

using Chosen = std::vector<std::vector<PageId>>;

ClusterRun run_of(std::vector<int> labels, const std::vector<float>& confidence,
                  std::vector<std::uint32_t> variants = {}) {
  ClusterRun run;
  for (std::size_t i = 0; i < labels.size(); ++i) run.ids.add("p" + std::to_string(i));
  run.clustering = canonical(std::move(labels));
  run.numbers = numbers_by_size(run.clustering);
  for (const int number : run.numbers) {
    run.template_ids.push_back(static_cast<std::uint32_t>(number));
  }
  for (const float one : confidence) run.certainty.push_back({.confidence = one});
  run.variants = std::move(variants);
  return run;
}

TEST(Representatives, AreThePagesOfTheHighestConfidence) {
  EXPECT_EQ(
      choose_representatives(run_of({0, 0, 0, 0, 0, 1}, {0.1F, 0.9F, 0.5F, 0.9F, 0.6F, 0.2F})),
      (Chosen{{1, 3, 4}, {5}}));
}

TEST(Representatives, AreTheFirstPagesIfTheMethodTellsNoConfidence) {
  EXPECT_EQ(choose_representatives(run_of({0, 1, 0, 0, 0, -1}, {})), (Chosen{{0, 2, 3}, {1}}));
}

TEST(Representatives, EveryVariantHasOneAndLargeOnesComeFirst) {
  const ClusterRun run =
      run_of({0, 0, 0, 0, 0, 0, 1, 1}, {0.9F, 0.8F, 0.7F, 0.6F, 0.5F, 0.4F, 1, 1},
             {1, 2, 2, 3, 3, 3, 4, 4});
  EXPECT_EQ(choose_representatives(run), (Chosen{{3, 1, 0}, {6, 7}}));
  EXPECT_EQ(run.variant_of(4), 3U);
}

TEST(Representatives, PagesInDoubtAreChosenOnlyIfThereIsNoOther) {
  EXPECT_EQ(choose_representatives(run_of({0, 0, 0, 1, 1}, {0.9F, 0.39F, 0.4F, 0.1F, 0.2F})),
            (Chosen{{0, 2}, {4}}));
}

TEST(Representatives, AreFilledUpToThree) {
  const ClusterRun run = run_of({0, 0, 0, 0, 0}, {0.9F, 0.8F, 0.7F, 0.1F, 0.2F}, {1, 1, 1, 2, 2});
  EXPECT_EQ(choose_representatives(run), (Chosen{{0, 4, 1}}));
}

TEST(ClusterRun, WithoutVariantsTheVariantIsTheTemplate) {
  const ClusterRun run = run_of({0, 1, 1, -1}, {});
  EXPECT_EQ(run.variant_of(0), 2U);
  EXPECT_EQ(run.variant_of(1), 1U);
  EXPECT_EQ(run.variant_of(3), 0U);
  EXPECT_EQ(run.template_of(3), 0U);
}

ClusterRun run_with_ids(const std::vector<std::string>& ids, std::vector<int> labels) {
  ClusterRun run = run_of(std::move(labels), {});
  run.ids = RunIds();
  for (const std::string& id : ids) run.ids.add(id);
  return run;
}

TEST(NameTemplates, NamesByAddressesAreUnique) {
  ClusterRun run = run_with_ids(
      {"http://a.example/shop/p/1", "http://a.example/shop/p/2", "http://a.example/shop/p/3",
       "http://b.example/shop/p/4", "http://b.example/shop/p/5", "http://a.example/"},
      {0, 0, 0, 1, 1, 2});
  name_templates(run, {});
  EXPECT_EQ(run.names[0].text, "shop");
  EXPECT_EQ(run.names[1].text, "shop (2)");
  EXPECT_EQ(run.names[2].text, "home");
  EXPECT_EQ(run.names[0].shape, "/shop/p/0");
  EXPECT_EQ(run.name_of(4), "shop (2)");
}

TEST(NameTemplates, ShapesShowWhatAllNamesOfFilesBeginWith) {
  ClusterRun run = run_with_ids(
      {"list1.html", "list2.html", "http://a.example/x/show.php?id=1",
       "http://a.example/x/show.php?id=2", "http://a.example/y/ab1", "http://a.example/y/ab2",
       "http://a.example/z/one/", "http://a.example/z/only/"},
      {0, 0, 1, 1, 2, 2, 3, 3});
  name_templates(run, {});
  EXPECT_EQ(run.names[0].readable_shape, "list*.html");
  EXPECT_EQ(run.names[0].shape, "*.html");
  EXPECT_EQ(run.names[1].readable_shape, "/x/show.php?id");
  EXPECT_EQ(run.names[2].readable_shape, "/y/*");
  EXPECT_EQ(run.names[3].readable_shape, "/z/*/");
}

TEST(NameTemplates, NamesOfEarlierRunsStay) {
  ClusterRun run = run_with_ids(
      {"http://a.example/x/1", "http://a.example/x/2", "http://a.example/"}, {0, 0, 1});
  const std::vector<method::IndexedTemplate> earlier = {{1, "thing"}, {2, "start"}};
  name_templates(run, earlier);
  EXPECT_EQ(run.names[0].text, "thing");
  EXPECT_EQ(run.names[1].text, "start");
}

// Pages of several sites; a template may be on many sites, a variant is of one.
TEST(NumberSites, NumbersAndRepresentativesAreThoseOfOneRun) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 random(seed);
    const auto below = [&](unsigned count) { return static_cast<std::uint32_t>(random() % count); };
    const std::uint32_t sites = 1 + below(5);
    const std::uint32_t templates = 1 + below(4);
    const bool has_variants = below(3) != 0;
    const bool has_confidence = below(4) != 0;
    std::vector<int> labels;
    std::vector<float> confidence;
    std::vector<std::uint32_t> site_of;
    std::vector<std::uint32_t> variants;
    const std::uint32_t pages = 1 + below(60);
    for (std::uint32_t page = 0; page < pages; ++page) {
      site_of.push_back(below(sites));
      labels.push_back(static_cast<int>(below(templates)));
      if (has_confidence) confidence.push_back(static_cast<float>(below(11)) / 10);
      const std::uint32_t kinds = has_variants ? 3 : 1;
      variants.push_back((site_of.back() * templates + static_cast<std::uint32_t>(labels.back())) *
                             kinds +
                         below(kinds));
    }
    const ClusterRun run =
        run_of(labels, confidence, has_variants ? variants : std::vector<std::uint32_t>());
    std::vector<std::uint64_t> expected;
    for (const std::vector<PageId>& chosen : choose_representatives(run)) {
      expected.insert(expected.end(), chosen.begin(), chosen.end());
    }
    std::ranges::sort(expected);

    // By variant, and by template of a site.
    const auto is_before = [](const SitePage& a, const SitePage& b) {
      return a.confidence != b.confidence ? a.confidence > b.confidence : a.place < b.place;
    };
    std::map<std::uint32_t, SiteVariant> of_variant;
    std::map<std::pair<std::uint32_t, int>, std::vector<SitePage>> best;
    for (std::uint32_t page = 0; page < pages; ++page) {
      const SitePage given{.page = page,
                           .place = page * 7ULL + 3,
                           .confidence = has_confidence ? confidence[page] : 1.0F};
      SiteVariant& variant = of_variant[variants[page]];
      variant.joined = static_cast<std::uint32_t>(labels[page]);
      if (variant.pages++ == 0) {
        variant.first = given.place;
        variant.best = given;
      } else if (is_before(given, variant.best)) {
        variant.best = given;
      }
      best[{site_of[page], labels[page]}].push_back(given);
    }
    std::vector<SiteBest> tops;
    for (auto& [of, few] : best) {
      std::ranges::stable_sort(few, is_before);
      if (few.size() > kRepresentatives) few.resize(kRepresentatives);
      for (const SitePage& page : few) {
        tops.push_back({.joined = static_cast<std::uint32_t>(of.second), .page = page});
      }
    }
    std::vector<SiteVariant> given;
    std::vector<std::uint32_t> numbers;
    for (const auto& [number, variant] : of_variant) {
      given.push_back(variant);
      numbers.push_back(number);
    }
    const SiteNumbers found = number_joined_sites(given, tops, has_variants);
    EXPECT_EQ(found.representatives, expected) << "seed " << seed;
    EXPECT_EQ(found.templates, run.numbers.size()) << "seed " << seed;
    for (std::uint32_t page = 0; page < pages; ++page) {
      const auto at = std::ranges::find(numbers, variants[page]) - numbers.begin();
      const auto label = static_cast<std::size_t>(run.clustering.labels[page]);
      EXPECT_EQ(found.template_of[static_cast<std::size_t>(at)],
                static_cast<std::uint64_t>(run.numbers[label]))
          << "seed " << seed << " page " << page;
    }
  }
}

TEST(NumberSites, NothingAndVariantsWithoutPages) {
  EXPECT_EQ(number_joined_sites({}, {}, true).templates, 0U);
  const std::vector<SiteVariant> variants = {{.joined = 1}, {.joined = 0, .pages = 2, .first = 5}};
  const SiteNumbers found = number_joined_sites(variants, {}, true);
  EXPECT_EQ(found.template_of, (std::vector<std::uint64_t>{0, 1}));
  EXPECT_EQ(found.variant_of, (std::vector<std::uint64_t>{0, 1}));
  EXPECT_EQ(found.templates, 1U);
}

}  // namespace
}  // namespace pagekin::clustering
