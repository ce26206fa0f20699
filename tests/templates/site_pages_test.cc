#include "pagekin/templates/site_pages.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/core/random.h"
#include "pagekin/features/marks.h"

namespace pagekin::templates {
namespace {

using Marks = std::vector<std::uint64_t>;

std::uint64_t mixed_mark(std::uint64_t place, features::MarkKind kind, std::uint64_t value) {
  return features::make_mark(mix(place + 1), kind, mix(value + 1));
}

// A page of a template: what all pages share, what the template has, optional parts, and
// content of its own.
Marks page_of(std::uint32_t number, Random& random) {
  Marks marks;
  for (std::uint64_t i = 0; i < 10; ++i)
    marks.push_back(mixed_mark(i, features::MarkKind::kPath, i));
  for (std::uint64_t i = 0; i < 12; ++i) {
    const std::uint64_t place = 100 * (number + 1) + i;
    marks.push_back(mixed_mark(place, features::MarkKind::kPath, place));
  }
  for (std::uint64_t i = 0; i < 4; ++i) {
    if (random.chance(0.5)) marks.push_back(mixed_mark(50 + i, features::MarkKind::kPath, 50 + i));
  }
  for (std::uint64_t i = 0; i < 5; ++i) {
    marks.push_back(mixed_mark(60, features::MarkKind::kText, random.next()));
  }
  std::sort(marks.begin(), marks.end());
  return marks;
}

struct LabelledSite {
  std::vector<Marks> pages;
  std::vector<std::uint32_t> truth;
};

LabelledSite random_site(std::size_t pages, std::uint32_t templates, std::uint64_t seed) {
  Random random(seed);
  LabelledSite site;
  for (std::size_t i = 0; i < pages; ++i) {
    site.truth.push_back(random.below(templates));
    site.pages.push_back(page_of(site.truth.back(), random));
  }
  return site;
}

// A large site with `rare` pages of a rare template scattered among its pages.
LabelledSite site_with_rare(std::size_t common, std::size_t rare, std::uint64_t seed) {
  LabelledSite site = random_site(common, 4, seed);
  Random random(seed + 1);
  for (std::size_t i = 0; i < rare; ++i) {
    const std::size_t at = random.below(static_cast<std::uint32_t>(common));
    site.truth[at] = 9;
    site.pages[at] = page_of(9, random);
  }
  return site;
}

// The template of each page, numbered in the order of first occurrence.
std::vector<std::uint32_t> learn(const std::vector<Marks>& pages) {
  SitePages site;
  std::vector<std::uint32_t> looks;
  for (const Marks& page : pages) looks.push_back(site.add(Marks(page)));
  const SiteTemplates found = site.learn();
  std::map<std::uint32_t, std::uint32_t> number;
  std::vector<std::uint32_t> labels;
  for (const std::uint32_t look : looks) {
    labels.push_back(
        number.try_emplace(found.template_of[look], static_cast<std::uint32_t>(number.size()))
            .first->second);
  }
  return labels;
}

std::vector<std::uint32_t> renumbered(const std::vector<std::uint32_t>& labels) {
  std::map<std::uint32_t, std::uint32_t> number;
  std::vector<std::uint32_t> result;
  for (const std::uint32_t label : labels) {
    result.push_back(
        number.try_emplace(label, static_cast<std::uint32_t>(number.size())).first->second);
  }
  return result;
}

TEST(SitePages, FindsTheTemplatesOfASmallAndOfALargeSite) {
  // The last site needs a sample and sketches.
  for (const std::size_t pages : {60U, 600U, 12'000U}) {
    const LabelledSite site = random_site(pages, 4, pages);
    EXPECT_EQ(learn(site.pages), renumbered(site.truth)) << pages;
  }
}

TEST(SitePages, EveryPageHasAVariantOfItsTemplate) {
  const LabelledSite site = site_with_rare(12'000, 20, 5);
  SitePages pages;
  for (const Marks& page : site.pages) pages.add(Marks(page));
  const SiteTemplates found = pages.learn();
  std::map<std::uint32_t, std::uint32_t> template_of;  // by variant
  for (std::size_t i = 0; i < found.template_of.size(); ++i) {
    ASSERT_LT(found.variant_of[i], found.variants);
    EXPECT_EQ(template_of.try_emplace(found.variant_of[i], found.template_of[i]).first->second,
              found.template_of[i]);
  }
}

TEST(SitePages, LearnTheSameForAnyNumberOfThreads) {
  const LabelledSite site = site_with_rare(12'000, 20, 5);
  SitePages pages;
  for (const Marks& page : site.pages) pages.add(Marks(page));
  const SiteTemplates expected = pages.learn();
  for (const unsigned threads : {2U, 5U}) {
    const SiteTemplates found = pages.learn({}, {}, threads);
    EXPECT_EQ(found.template_of, expected.template_of);
    EXPECT_EQ(found.variant_of, expected.variant_of);
    EXPECT_EQ(found.variants, expected.variants);
    EXPECT_EQ(found.core, expected.core);
    EXPECT_EQ(found.asked, expected.asked);
    EXPECT_TRUE(std::ranges::equal(found.certainty, expected.certainty,
                                   [](const Certainty& a, const Certainty& b) {
                                     return a.confidence == b.confidence && a.second == b.second;
                                   }));
  }
}

TEST(SitePages, FollowsHintsAboutPagesThatAreNotSampled) {
  const LabelledSite site = random_site(12'000, 2, 11);
  SitePages pages;
  std::vector<std::uint32_t> looks;
  for (const Marks& page : site.pages) looks.push_back(pages.add(Marks(page)));
  // Two pages of each template, far from the start; the second template is called two names.
  Hints hints;
  std::vector<std::vector<std::uint32_t>> of_template(2);
  for (std::uint32_t i = 9'000; i < 9'100; ++i) of_template[site.truth[i]].push_back(looks[i]);
  hints.add_same(of_template[0][0], of_template[1][0]);
  const Seeds seeds = hints.seeds();
  const SiteTemplates found = pages.learn({seeds.pages(), &seeds});
  std::set<std::uint32_t> templates(found.template_of.begin(), found.template_of.end());
  EXPECT_EQ(templates.size(), 1U) << "the two templates are one by the hint";
  ASSERT_EQ(found.template_of_seed.size(), 1U);
  EXPECT_EQ(found.template_of_seed[0].second, found.template_of[of_template[0][0]]);
}

TEST(SitePages, HintedPagesGoWhereTheirHintsSay) {
  const LabelledSite site = random_site(200, 3, 12);
  SitePages pages;
  for (const Marks& page : site.pages) pages.add(Marks(page));
  Hints hints;
  Random random(13);
  for (std::uint32_t i = 0; i < 40; ++i) {  // names that have nothing to do with the pages
    hints.add_name(random.below(200), std::string(1, static_cast<char>('a' + random.below(3))));
  }
  hints.drop_contradictions();
  const Seeds seeds = hints.seeds();
  const SiteTemplates found = pages.learn({seeds.pages(), &seeds});
  std::map<std::uint32_t, std::uint32_t> template_of;
  for (const auto [page, seed] : seeds.pages()) {
    EXPECT_EQ(template_of.try_emplace(seed, found.template_of[page]).first->second,
              found.template_of[page]);
  }
  std::set<std::uint32_t> different;
  for (const auto& [seed, number] : template_of) different.insert(number);
  EXPECT_EQ(different.size(), seeds.size());
}

TEST(SitePages, FindsTemplatesThatTheSampleMissed) {
  for (const std::size_t rare : {3U, 20U, 60U}) {  // about one page in 32 is sampled
    const LabelledSite site = site_with_rare(40'000, rare, rare);
    const std::vector<std::uint32_t> labels = learn(site.pages);
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> both;  // template, label
    for (std::size_t i = 0; i < labels.size(); ++i) ++both[{site.truth[i], labels[i]}];
    std::set<std::uint32_t> labels_of_rare;
    std::size_t pages = 0;
    for (const auto& [pair, count] : both) {
      if (pair.first != 9) continue;
      labels_of_rare.insert(pair.second);
      pages = count;
    }
    ASSERT_EQ(labels_of_rare.size(), 1U) << rare;  // all of its pages are together
    for (const auto& [pair, count] : both) {       // and no other pages are with them
      EXPECT_EQ(labels_of_rare.contains(pair.second), pair.first == 9) << rare;
    }
    EXPECT_GE(pages + 1, rare);  // two may have been drawn for the same place
  }
}

TEST(SitePages, ARarePartFoundsNoTemplate) {
  LabelledSite site = random_site(12'000, 4, 13);
  Random random(14);
  for (int i = 0; i < 40; ++i) {  // a warning, on pages of any template
    Marks& page = site.pages[random.below(12'000)];
    for (std::uint64_t k = 0; k < 30; ++k) {
      page.push_back(mixed_mark(2000 + k, features::MarkKind::kPath, k));
    }
    std::sort(page.begin(), page.end());
    page.erase(std::unique(page.begin(), page.end()), page.end());
  }
  const std::vector<std::uint32_t> labels = learn(site.pages);
  std::set<std::uint32_t> large;
  std::map<std::uint32_t, std::size_t> pages;
  for (const std::uint32_t label : labels) ++pages[label];
  for (const auto& [label, count] : pages) {
    if (count > 2) large.insert(label);
  }
  EXPECT_EQ(large.size(), 4U);
}

TEST(SitePages, TwoOddPagesAreNoTemplate) {
  const LabelledSite site = site_with_rare(12'000, 2, 15);
  std::map<std::uint32_t, std::set<std::uint32_t>> found;
  const std::vector<std::uint32_t> labels = learn(site.pages);
  for (std::size_t i = 0; i < labels.size(); ++i) found[labels[i]].insert(site.truth[i]);
  EXPECT_LE(found.size(), 6U);  // outliers of the sample are templates of their own
}

TEST(SitePages, TheOrderOfPagesDoesNotMatter) {
  for (const std::size_t pages : {300U, 9'000U}) {
    LabelledSite site = site_with_rare(pages, 20, 3);
    const std::vector<std::uint32_t> labels = learn(site.pages);
    std::vector<std::size_t> order(pages);
    for (std::size_t i = 0; i < pages; ++i) order[i] = i;
    Random random(4);
    for (std::size_t i = pages; i > 1; --i) {
      std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
    }
    std::vector<Marks> shuffled;
    std::vector<std::uint32_t> expected;
    for (const std::size_t i : order) {
      shuffled.push_back(site.pages[i]);
      expected.push_back(labels[i]);
    }
    EXPECT_EQ(learn(shuffled), renumbered(expected)) << pages;
  }
}

TEST(SitePages, EqualPagesAreOneLook) {
  Random random(5);
  const Marks page = page_of(0, random);
  SitePages site;
  EXPECT_EQ(site.add(Marks(page)), 0U);
  EXPECT_EQ(site.add(page_of(0, random)), 1U);
  EXPECT_EQ(site.add(Marks(page)), 0U);
  EXPECT_EQ(site.distinct_pages(), 2U);
}

TEST(SitePages, ThousandsOfEqualPagesDoNotDrownTheRest) {
  Random random(6);
  Marks redirect{mixed_mark(0, features::MarkKind::kPath, 0),
                 mixed_mark(900, features::MarkKind::kPath, 900)};
  std::sort(redirect.begin(), redirect.end());
  std::vector<Marks> pages(20'000, redirect);
  std::vector<std::uint32_t> truth(20'000, 0);
  for (int i = 0; i < 80; ++i) {
    truth.push_back(1 + static_cast<std::uint32_t>(i % 2));
    pages.push_back(page_of(truth.back(), random));
  }
  EXPECT_EQ(learn(pages), renumbered(truth));
}

TEST(SitePages, APageThatIsLikeNoOtherIsOnItsOwn) {
  LabelledSite site = random_site(200, 2, 7);
  Marks odd;
  for (std::uint64_t i = 0; i < 30; ++i)
    odd.push_back(mixed_mark(9000 + i, features::MarkKind::kPath, i));
  std::sort(odd.begin(), odd.end());
  site.pages.push_back(odd);
  site.truth.push_back(99);
  EXPECT_EQ(learn(site.pages), renumbered(site.truth));
}

TEST(SitePages, FewPagesAreGroupedToo) {
  Random random(8);
  EXPECT_EQ(learn({page_of(0, random)}), (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(learn({page_of(0, random), page_of(1, random), page_of(0, random), page_of(1, random),
                   page_of(0, random)}),
            (std::vector<std::uint32_t>{0, 1, 0, 1, 0}));
  EXPECT_TRUE(learn({}).empty());
  EXPECT_EQ(learn({{}, {}}), (std::vector<std::uint32_t>{0, 0}));  // pages without marks
}

TEST(SitePages, GoOnWhereTheyWereSaved) {
  for (const std::size_t pages : {100U, 9'000U}) {
    const LabelledSite site = site_with_rare(pages, 10, 11);
    SitePages first;
    SitePages whole;
    std::vector<std::uint32_t> looks;
    for (std::size_t i = 0; i < pages; ++i) {
      looks.push_back(whole.add(Marks(site.pages[i])));
      if (i < pages / 3) first.add(Marks(site.pages[i]));
    }
    std::string bytes;
    first.save([&](std::string_view piece) { bytes += piece; });
    SitePages second;
    ByteReader reader(bytes);
    second.load(reader);
    EXPECT_TRUE(reader.at_end());
    for (std::size_t i = pages / 3; i < pages; ++i) {
      EXPECT_EQ(second.add(Marks(site.pages[i])), looks[i]);
    }
    EXPECT_EQ(second.learn().template_of, whole.learn().template_of);
  }
}

// Pages of several sites, each of which has class names of its own and two templates.
LabelledSite pages_of_mixed_sites(std::size_t pages, std::uint32_t sites, std::uint64_t seed) {
  Random random(seed);
  LabelledSite mixed;
  for (std::size_t i = 0; i < pages; ++i) {
    const std::uint32_t site = random.below(sites);
    const std::uint32_t number = 2 * site + random.below(2);
    Marks page = page_of(number, random);
    for (std::uint64_t name = 0; name < 20; ++name) {
      page.push_back(
          mixed_mark(50'000 + site, features::MarkKind::kClass, 1'000 * (site + 1) + name));
    }
    std::sort(page.begin(), page.end());
    page.erase(std::unique(page.begin(), page.end()), page.end());
    mixed.truth.push_back(number);
    mixed.pages.push_back(std::move(page));
  }
  return mixed;
}

TEST(SitePages, PagesOfSeveralSitesAreDividedFirst) {
  for (const std::size_t count : {400U, 9'000U}) {  // all are sampled, and one in eight
    const LabelledSite mixed = pages_of_mixed_sites(count, 6, count);
    SitePages pages;
    std::vector<std::uint32_t> looks;
    for (const Marks& page : mixed.pages) looks.push_back(pages.add(Marks(page)));
    const SiteTemplates found = pages.learn();
    EXPECT_EQ(found.parts, 6U);
    EXPECT_EQ(found.core.size(), 12U);
    std::vector<std::uint32_t> labels;
    for (std::size_t i = 0; i < looks.size(); ++i) {
      labels.push_back(found.template_of[looks[i]]);
      ASSERT_LT(found.variant_of[looks[i]], found.variants);
      const std::uint32_t second = found.certainty[looks[i]].second;
      if (second == kNoTemplate) continue;
      ASSERT_LT(second, found.core.size());
      EXPECT_NE(second, labels.back());
    }
    EXPECT_EQ(renumbered(labels), renumbered(mixed.truth)) << count;
  }
}

TEST(SitePages, PartsDoNotDependOnTheOrderOfPagesNorOnAnEarlierSave) {
  for (const std::size_t count : {400U, 9'000U}) {
    const LabelledSite mixed = pages_of_mixed_sites(count, 5, count);
    const std::vector<std::uint32_t> labels = learn(mixed.pages);
    EXPECT_EQ(learn({mixed.pages.rbegin(), mixed.pages.rend()}),
              renumbered({labels.rbegin(), labels.rend()}));
    SitePages first;
    for (std::size_t i = 0; i < count / 3; ++i) first.add(Marks(mixed.pages[i]));
    std::string bytes;
    first.save([&](std::string_view piece) { bytes += piece; });
    SitePages second;
    ByteReader reader(bytes);
    second.load(reader);
    std::vector<std::uint32_t> looks;
    for (const Marks& page : mixed.pages) looks.push_back(second.add(Marks(page)));
    const SiteTemplates found = second.learn();
    for (std::uint32_t& look : looks) look = found.template_of[look];
    EXPECT_EQ(renumbered(looks), labels);
  }
}

TEST(SitePages, TemplatesThatPartsHaveInCommonAreOne) {
  LabelledSite mixed = pages_of_mixed_sites(400, 4, 5);
  for (std::size_t i = 0; i < 400; ++i) {  // each site has the same login form
    if (i % 4 != 0) continue;
    const std::uint32_t site = mixed.truth[i] / 2;
    Marks& page = mixed.pages[i];
    page.clear();
    for (std::uint64_t part = 0; part < 300; ++part) {
      page.push_back(mixed_mark(7'000 + part, features::MarkKind::kPath, part));
    }
    for (std::uint64_t name = 0; name < 14; ++name) {
      page.push_back(
          mixed_mark(50'000 + site, features::MarkKind::kClass, 1'000 * (site + 1) + name));
    }
    page.push_back(mixed_mark(60, features::MarkKind::kText, i));
    std::sort(page.begin(), page.end());
    mixed.truth[i] = 99;
  }
  EXPECT_EQ(learn(mixed.pages), renumbered(mixed.truth));
}

TEST(SitePages, AHintHoldsInAllParts) {
  const LabelledSite mixed = pages_of_mixed_sites(400, 4, 3);
  SitePages pages;
  for (const Marks& page : mixed.pages) pages.add(Marks(page));
  Hints hints;
  hints.add_name(0, "one");
  const auto other = static_cast<std::uint32_t>(
      std::ranges::find_if(mixed.truth,
                           [&](std::uint32_t truth) { return truth / 2 != mixed.truth[0] / 2; }) -
      mixed.truth.begin());
  hints.add_name(other, "one");
  const Seeds seeds = hints.seeds();
  const SiteTemplates found = pages.learn({seeds.pages(), &seeds});
  EXPECT_EQ(found.parts, 4U);
  std::set<std::uint32_t> hinted;
  for (const auto& [seed, number] : found.template_of_seed) hinted.insert(number);
  EXPECT_EQ(hinted, (std::set{found.template_of[0], found.template_of[other]}));
}

TEST(SitePages, BytesThatWereTamperedWithAreRefused) {
  const LabelledSite site = random_site(50, 2, 12);
  SitePages pages;
  for (const Marks& page : site.pages) pages.add(Marks(page));
  std::string bytes;
  pages.save([&](std::string_view piece) { bytes += piece; });
  for (std::size_t size = 0; size < bytes.size(); size += 97) {
    ByteReader cut(std::string_view(bytes).substr(0, size));
    EXPECT_THROW(SitePages().load(cut), Error) << size;
  }
  std::string wrong = bytes;
  wrong[0] = 65;  // the size of the sample
  ByteReader reader(wrong);
  EXPECT_THROW(SitePages().load(reader), Error);
}

TEST(SitePages, RemovedPagesLeaveNoTrace) {
  for (const std::size_t count : {60UL, 5000UL}) {  // the second is more than a sample
    SCOPED_TRACE(count);
    const LabelledSite site = random_site(count, 4, 3);
    SitePages pages;
    std::vector<std::uint32_t> looks;
    for (const Marks& page : site.pages) looks.push_back(pages.add(Marks(page)));
    for (std::size_t i = 0; i < count; i += 2) pages.remove(looks[i]);
    const std::vector<std::uint32_t> now = pages.drop_removed();
    EXPECT_EQ(pages.distinct_pages(), count / 2);
    std::string saved;
    pages.save([&](std::string_view part) { saved += part; });
    SitePages loaded;
    ByteReader reader(saved);
    loaded.load(reader);
    const SiteTemplates found = loaded.learn();
    std::map<std::uint32_t, std::set<std::uint32_t>> truths;
    for (std::size_t i = 1; i < count; i += 2) {
      EXPECT_EQ(pages.find(site.pages[i]), now[looks[i]]);
      truths[found.template_of[now[looks[i]]]].insert(site.truth[i]);
    }
    for (std::size_t i = 0; i < count; i += 2) EXPECT_EQ(pages.find(site.pages[i]), std::nullopt);
    EXPECT_EQ(truths.size(), 4u);
    for (const auto& [number, of] : truths) EXPECT_EQ(of.size(), 1u) << number;
  }
}

TEST(SitePages, ASiteWithoutPagesHasNoTemplates) {
  SitePages pages;
  Random random(1);
  const std::uint32_t look = pages.add(page_of(1, random));
  pages.remove(look);
  pages.drop_removed();
  EXPECT_EQ(pages.distinct_pages(), 0u);
  EXPECT_TRUE(pages.learn().core.empty());
}

}  // namespace
}  // namespace pagekin::templates
