#include "pagekin/templates/shared_templates.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "support/rounds.h"

namespace pagekin::templates {
namespace {

using Core = std::vector<std::uint64_t>;

Core marks(std::uint64_t first, std::uint64_t last) {
  Core core;
  for (std::uint64_t mark = first; mark < last; ++mark) core.push_back(mark);
  return core;
}

TEST(SharedTemplates, TheSameProgramOnTwoSitesIsOneTemplate) {
  const Core wiki = marks(0, 100);
  const Core wiki_elsewhere = marks(2, 103);  // another name and slogan of the site
  const Core shop = marks(500, 600);
  const std::vector<SiteTemplate> templates{{0, wiki}, {0, shop}, {1, wiki_elsewhere}};
  EXPECT_EQ(shared_templates(templates), (std::vector<std::uint32_t>{0, 1, 0}));
}

TEST(SharedTemplates, TemplatesOfOneSiteStayApartWhateverOthersHave) {
  // Two nearly equal templates on one site, and a third on another site that is similar to
  // both.
  const Core twin = marks(0, 100);
  const Core other_twin = marks(5, 105);
  const Core third = marks(1, 101);
  const std::vector<SiteTemplate> templates{{0, twin}, {0, other_twin}, {1, third}};
  EXPECT_EQ(shared_templates(templates), (std::vector<std::uint32_t>{0, 1, 0}));
}

TEST(SharedTemplates, AFewMarksSayTooLittle) {
  const Core bare = marks(0, 4);  // html, head, title, body
  const std::vector<SiteTemplate> templates{{0, bare}, {1, bare}, {2, {}}, {3, {}}};
  EXPECT_EQ(shared_templates(templates), (std::vector<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_TRUE(shared_templates({}).empty());
}

// The slow reference: all pairs, the most similar first.
std::vector<std::uint32_t> naive(const std::vector<SiteTemplate>& templates) {
  struct Pair {
    double similarity;
    std::uint32_t a;
    std::uint32_t b;
  };
  std::vector<Pair> pairs;
  for (std::uint32_t a = 0; a < templates.size(); ++a) {
    for (std::uint32_t b = a + 1; b < templates.size(); ++b) {
      const std::set<std::uint64_t> x(templates[a].core.begin(), templates[a].core.end());
      std::set<std::uint64_t> both;
      std::set<std::uint64_t> any = x;
      for (const std::uint64_t mark : templates[b].core) {
        if (x.contains(mark)) both.insert(mark);
        any.insert(mark);
      }
      const double similarity = static_cast<double>(both.size()) / static_cast<double>(any.size());
      if (templates[a].site != templates[b].site && similarity >= 0.8) {
        pairs.push_back({similarity, a, b});
      }
    }
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Pair& x, const Pair& y) { return x.similarity > y.similarity; });
  std::vector<std::uint32_t> label(templates.size());
  for (std::uint32_t i = 0; i < label.size(); ++i) label[i] = i;
  for (const Pair& pair : pairs) {
    std::set<std::uint32_t> sites;
    bool clash = false;
    for (std::uint32_t i = 0; i < label.size(); ++i) {
      if (label[i] != label[pair.a] && label[i] != label[pair.b]) continue;
      clash = !sites.insert(templates[i].site).second || clash;
    }
    if (clash || label[pair.a] == label[pair.b]) continue;
    const std::uint32_t into = std::min(label[pair.a], label[pair.b]);
    const std::uint32_t from = std::max(label[pair.a], label[pair.b]);
    std::replace(label.begin(), label.end(), from, into);
  }
  std::map<std::uint32_t, std::uint32_t> number;
  for (std::uint32_t& l : label) {
    l = number.try_emplace(l, static_cast<std::uint32_t>(number.size())).first->second;
  }
  return label;
}

TEST(SharedTemplates, AreThoseOfAllPairs) {
  Random random(7);
  for (int round = 0; round < test::rounds(100); ++round) {
    std::vector<Core> programs(4);
    for (Core& program : programs) {
      for (int i = 0; i < 60; ++i) program.push_back(random.next());
    }
    std::vector<Core> cores;
    std::vector<std::uint32_t> sites;
    for (std::uint32_t site = 0; site < 6; ++site) {
      for (int i = 0; i < 3; ++i) {
        Core core = programs[random.below(4)];
        const std::uint32_t changed = random.below(12);
        for (std::uint32_t k = 0; k < changed; ++k) core[random.below(60)] = random.next();
        std::sort(core.begin(), core.end());
        cores.push_back(core);
        sites.push_back(site);
      }
    }
    std::vector<SiteTemplate> templates;
    for (std::size_t i = 0; i < cores.size(); ++i) templates.push_back({sites[i], cores[i]});
    EXPECT_EQ(shared_templates(templates), naive(templates)) << round;
  }
}

TEST(SharedTemplates, EqualCoresAreThoseOfAllPairsToo) {
  Random random(11);
  for (int round = 0; round < 100; ++round) {
    std::vector<Core> programs(3, marks(0, 40));
    for (Core& program : programs) {
      for (std::uint32_t k = random.below(9); k > 0; --k) program[random.below(40)] = random.next();
      std::sort(program.begin(), program.end());
    }
    std::vector<SiteTemplate> templates;
    for (std::uint32_t site = 0; site < 6; ++site) {
      for (std::uint32_t i = random.below(4); i > 0; --i) {
        templates.push_back({site, programs[random.below(3)]});
      }
    }
    EXPECT_EQ(shared_templates(templates), naive(templates)) << round;
  }
}

// Sites that run the same program. Each has three templates that share three quarters of
// their marks with each other and some marks of its own.
struct Family {
  std::vector<Core> cores;
  std::vector<SiteTemplate> templates;

  Family(std::uint32_t sites, std::uint32_t own_marks) {
    Random random(3);
    cores.reserve(3 * std::size_t{sites});
    for (std::uint32_t site = 0; site < sites; ++site) {
      for (std::uint64_t kind = 0; kind < 3; ++kind) {
        Core& core = cores.emplace_back(marks(0, 120));
        const Core of_kind = marks(1000 * (kind + 1), 1000 * (kind + 1) + 40);
        core.insert(core.end(), of_kind.begin(), of_kind.end());
        for (std::uint32_t i = 0; i < own_marks; ++i) core.push_back(random.next());
        std::sort(core.begin(), core.end());
        templates.push_back({site, core});
      }
    }
  }
};

TEST(SharedTemplates, AreNearlyLinearInTheNumberOfSites) {
  for (const std::uint32_t own_marks : {0U, 5U, 12U}) {
    const Family family(1000, own_marks);
    SharingWork work;
    const std::vector<std::uint32_t> found = shared_templates(family.templates, &work);
    for (std::uint32_t i = 0; i < found.size(); ++i) ASSERT_EQ(found[i], i % 3) << own_marks;
    EXPECT_LT(work.compared, 64 * found.size()) << own_marks;
    EXPECT_LT(work.most_pairs, 32 * found.size()) << own_marks;
    EXPECT_LT(work.lookups, 64 * found.size()) << own_marks;
  }
}

TEST(SharedTemplates, SitesWithNothingInCommonCostNoComparison) {
  std::vector<Core> cores;
  std::vector<SiteTemplate> templates;
  Random random(5);
  cores.reserve(5000);
  for (std::uint32_t site = 0; site < 5000; ++site) {
    Core& core = cores.emplace_back();
    for (int i = 0; i < 30; ++i) core.push_back(random.next());
    std::sort(core.begin(), core.end());
    templates.push_back({site, core});
  }
  SharingWork work;
  const std::vector<std::uint32_t> found = shared_templates(templates, &work);
  for (std::uint32_t i = 0; i < found.size(); ++i) ASSERT_EQ(found[i], i);
  EXPECT_LT(work.compared, 100);
}

}  // namespace
}  // namespace pagekin::templates
