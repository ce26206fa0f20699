#include "pagekin/measure/ted_verdicts.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/features/fold.h"
#include "pagekin/measure/overlap.h"
#include "pagekin/ted/exact_distance.h"

#include "reference/tree_edit.h"
#include "support/mutated_trees.h"
#include "support/trees.h"

namespace pagekin::measure {
namespace {

// Makes pages of a few templates; some are equal, some share their tree or their class names.
std::vector<Features> families(std::uint64_t seed, std::uint32_t pages, std::uint32_t elements) {
  Random random(seed);
  std::vector<dom::TagTree> bases;
  for (int i = 0; i < 3; ++i) bases.push_back(random_tree(random, elements, 6, 0.4));
  std::vector<Features> made;
  for (std::uint32_t page = 0; page < pages; ++page) {
    Features features;
    if (page > 0 && random.chance(0.2)) {
      features.tree = made[random.below(page)].tree;
    } else if (!random.chance(0.05)) {
      const std::uint32_t most = elements / 4 + 1;
      features.tree = test::mutated(bases[random.below(3)], random.below(most), random);
    }
    features.folded_tree = features::fold(features.tree);
    for (std::uint64_t name = 0; name < 10; ++name) {
      if (random.chance(0.8)) features.class_names.push_back(name);
    }
    if (page > 0 && random.chance(0.3)) features.class_names = made[random.below(page)].class_names;
    made.push_back(features);
  }
  return made;
}

using Distances = std::vector<std::vector<ted::EditCost>>;

template <class Distance>
Distances all_distances(const TedFormula& rule, std::span<const Features> pages,
                        const Distance& distance) {
  Distances all(pages.size(), std::vector<ted::EditCost>(pages.size()));
  for (std::size_t a = 0; a < pages.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      all[a][b] = all[b][a] = distance(rule.tree_of(pages[a]), rule.tree_of(pages[b]), rule.costs);
    }
  }
  return all;
}

double true_similarity(const TedFormula& rule, const Features& a, const Features& b,
                       ted::EditCost distance) {
  return rule.similarity(distance, rule.tree_of(a).size(), rule.tree_of(b).size(),
                         jaccard(a.class_names, b.class_names, 0));
}

using StageNames = std::map<std::string, std::size_t>;

// Checks every verdict, and twins and reach, against the distances.
void expect_verdicts(const TedFormula& rule, std::span<const Features> pages,
                     const Distances& distances, double at_least, bool exact, StageNames& settled) {
  const auto verdicts = ted_verdicts(rule, pages, at_least, exact);
  for (std::size_t a = 0; a < pages.size(); ++a) {
    for (std::size_t b = 0; b < pages.size(); ++b) {
      if (a == b) continue;
      const double truth = true_similarity(rule, pages[a], pages[b], distances[a][b]);
      if (verdicts->weight(a) <= verdicts->weight(b) && verdicts->weight(b) > verdicts->reach(a)) {
        ASSERT_FALSE(reaches(truth, at_least));
      }
      const bool same_tree = rule.tree_of(pages[a]) == rule.tree_of(pages[b]);
      const bool same_names = pages[a].class_names == pages[b].class_names;
      ASSERT_EQ(verdicts->twin(a) == verdicts->twin(b),
                (rule.kappa == 0 || same_tree) && (rule.kappa == 1 || same_names));

      const Verdict verdict = verdicts->decide(a, b);
      ASSERT_LT(verdict.stage, verdicts->stages().size());
      const std::string stage(verdicts->stages()[verdict.stage].name);
      ASSERT_EQ(verdict.similar, reaches(truth, at_least))
          << "pages " << a << " " << b << " at " << at_least << ", settled by " << stage;
      ++settled[stage + (verdict.similar ? " +" : " -")];
      if (!verdict.similar) continue;
      ASSERT_TRUE(reaches(verdict.similarity, at_least));
      if (exact) {
        ASSERT_DOUBLE_EQ(verdict.similarity, truth) << "settled by " << stage;
      } else {
        ASSERT_LE(verdict.similarity, truth + 1e-12) << "settled by " << stage;
      }
    }
  }
}

TEST(TedVerdicts, AreWhatTheDefinitionOfTheDistanceSays) {
  StageNames settled;
  const std::vector<Features> pages = families(1, 14, 12);
  for (TedFormula rule : {TedFormula{}, TedFormula{.fold = true}, TedFormula{.by_larger = true},
                          TedFormula{.costs = {2, 2, 3}}, TedFormula{.costs = {3, 3, 1}}}) {
    const Distances distances = all_distances(rule, pages, reference::tree_edit_distance);
    for (const double kappa : {0.0, 0.3, 0.5, 1.0}) {
      rule.kappa = kappa;
      for (const double at_least : {0.5, 0.7, 0.85, 1.0}) {
        for (const bool exact : {false, true}) {
          ASSERT_NO_FATAL_FAILURE(
              expect_verdicts(rule, pages, distances, at_least, exact, settled));
        }
      }
    }
  }
}

TEST(TedVerdicts, OfLargerTreesAreThoseOfZhangShasha) {
  StageNames settled;
  const auto distance = [](const dom::TagTree& a, const dom::TagTree& b,
                           const ted::EditCosts& costs) {
    ted::Subtrees subtrees;
    const ted::EditTree x = subtrees.make(a);
    return ted::zhang_shasha(x, subtrees.make(b), costs);
  };
  for (std::uint64_t seed = 10; seed < 13; ++seed) {
    const std::vector<Features> pages = families(seed, 14, 70);
    for (const ted::EditCosts costs : {ted::EditCosts{1, 1, 1}, ted::EditCosts{1, 1, 4}}) {
      TedFormula rule{.costs = costs};
      const Distances distances = all_distances(rule, pages, distance);
      for (const double kappa : {0.5, 1.0}) {
        rule.kappa = kappa;
        for (const double at_least : {0.7, 0.85}) {
          for (const bool exact : {false, true}) {
            ASSERT_NO_FATAL_FAILURE(
                expect_verdicts(rule, pages, distances, at_least, exact, settled));
          }
        }
      }
    }
  }
  // Every stage has decided some pairs, so each was tested.
  for (const char* stage : {"size -", "style -", "style +", "labels -", "preorder -", "postorder -",
                            "upper bound +", "forests -", "bounded +"}) {
    EXPECT_GT(settled[stage], 0U) << stage;
  }
}

TEST(TedVerdicts, ManySetsOfClassNamesAreComparedOneByOne) {
  std::vector<Features> pages(1500);
  for (std::uint64_t page = 0; page < pages.size(); ++page) {
    pages[page].tree = tree("html(body)");
    pages[page].class_names = {1, 2, 3, 10 + page};
  }
  const auto verdicts = ted_verdicts({.kappa = 0.5}, pages, 0.8, true);
  const Verdict verdict = verdicts->decide(7, 1499);
  EXPECT_TRUE(verdict.similar);
  EXPECT_DOUBLE_EQ(verdict.similarity, 0.5 + 0.5 * 3 / 5);
}

TEST(TedVerdicts, PairsThatMeetALimitAreNotSimilar) {
  const std::vector<Features> pages = families(10, 16, 90);
  const TedFormula limited{.limits = {.cells = 1}};
  const auto of_limited = ted_verdicts(limited, pages, 0.85, false);
  const auto of_all = ted_verdicts({}, pages, 0.85, false);
  std::size_t met = 0;
  for (std::size_t a = 0; a < pages.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const Verdict verdict = of_limited->decide(a, b);
      if (of_limited->stages()[verdict.stage].name == "limit") {
        EXPECT_FALSE(verdict.similar);
        ++met;
      } else {
        EXPECT_EQ(verdict.similar, of_all->decide(a, b).similar);
      }
    }
  }
  EXPECT_GT(met, 0U);
}

}  // namespace
}  // namespace pagekin::measure
