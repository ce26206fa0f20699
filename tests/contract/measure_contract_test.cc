// What every measure promises, checked for every measure in the registry. A new
// measure is tested here without anyone adding a line.
#include <algorithm>
#include <cctype>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/core/random.h"
#include "pagekin/core/verdicts.h"
#include "pagekin/measure/all_pairs.h"
#include "pagekin/measure/measure.h"

namespace pagekin::measure {

void PrintTo(const MeasureInfo& info, std::ostream* out) { *out << info.name; }

namespace {

// Pages of a few templates: the same pieces in the same order, some left out or
// repeated, with words and classes of their own, and markup that breaks rules.
std::vector<std::string> pages_to_measure(std::uint64_t seed) {
  constexpr std::string_view pieces[] = {"<div class='box wide'>",
                                         "</div>",
                                         "<p>",
                                         "<b class=x>",
                                         "</b>",
                                         "<table><tr><td>",
                                         "</table>",
                                         "<ul>",
                                         "<li>item",
                                         "</ul>",
                                         "<h2>title</h2>",
                                         "<a href=/x>",
                                         "</a>",
                                         "<span>",
                                         "<section class=\"s t\">",
                                         "<img>",
                                         "<form>",
                                         "<i>",
                                         "</p>",
                                         "<script>if (a<b) c()</script>"};
  Random random(seed);
  const std::uint32_t template_count = 1 + random.below(3);
  std::vector<std::string> pages(2 + random.below(9));
  for (std::string& page : pages) {
    Random made = Random(seed).fork(random.below(template_count));
    if (random.chance(0.9))
      page = "<!doctype html><title>t" + std::to_string(random.below(9)) + "</title>";
    for (std::uint32_t i = made.below(60); i > 0; --i) {
      const std::string_view piece = pieces[made.below(std::size(pieces))];
      if (random.chance(0.05)) continue;
      for (std::uint32_t n = random.chance(0.1) ? 1 + random.below(4) : 1; n > 0; --n)
        page += piece;
      if (random.chance(0.2)) page += "word" + std::to_string(random.below(20));
    }
  }
  return pages;
}

using Pages = std::vector<Features>;

Pages extracted(const std::vector<std::string>& pages, const Measure& measure) {
  Pages run;
  for (const std::string& page : pages) {
    run.push_back(features::extract(Page{.body = page}, measure.needs()));
  }
  return run;
}

class MeasureContract : public testing::TestWithParam<MeasureInfo> {
 protected:
  static std::unique_ptr<Measure> measure() { return GetParam().make({}); }

  // Calls check(measure, pages) for seeded runs, half of them fitted.
  template <class Check>
  static void for_random_runs(Check check, std::uint64_t runs = 60) {
    for (std::uint64_t seed = 0; seed < runs; ++seed) {
      SCOPED_TRACE(seed);
      const std::unique_ptr<Measure> made = measure();
      Pages run = extracted(pages_to_measure(seed), *made);
      if (seed % 2 == 1) made->fit(run);
      for (Features& page : run) made->prepare(page);
      check(*made, run);
    }
  }
};

TEST_P(MeasureContract, IsDocumented) {
  const MeasureInfo& info = GetParam();
  EXPECT_TRUE(std::all_of(info.name.begin(), info.name.end(), [](unsigned char c) {
    return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '_';
  }));
  EXPECT_FALSE(info.summary.empty());
  EXPECT_FALSE(info.references.empty());
  EXPECT_FALSE(info.words.empty());
  EXPECT_FALSE(info.cost.empty());
  for (const ParamDoc& option : info.options) EXPECT_FALSE(option.help.empty()) << option.name;
}

TEST_P(MeasureContract, IsMadeByItsNameWithItsDefaultsSpelledOut) {
  std::string spec(GetParam().name);
  char separator = ':';
  for (const ParamDoc& option : GetParam().options) {
    spec += separator + option.name + "=" + option.default_value;
    separator = ',';
  }
  EXPECT_NO_THROW(make(spec)) << spec;
}

TEST_P(MeasureContract, RefusesAnOptionItDoesNotHave) {
  EXPECT_THROW(make(std::string(GetParam().name) + ":no_such_option=1"), Error);
}

TEST_P(MeasureContract, IsBetweenZeroAndOne) {
  for_random_runs([](const Measure& measure, const Pages& run) {
    for (const Features& a : run) {
      for (const Features& b : run) {
        const double similarity = measure.similarity(a, b);
        ASSERT_GE(similarity, 0);
        ASSERT_LE(similarity, 1);
      }
    }
  });
}

TEST_P(MeasureContract, IsOneForAPageAndItself) {
  for_random_runs([](const Measure& measure, const Pages& run) {
    for (const Features& page : run) {
      const Features copy = page;
      ASSERT_EQ(measure.similarity(page, copy), 1);
      ASSERT_EQ(measure.similarity(page, copy, 1), 1);
    }
  });
}

TEST_P(MeasureContract, IsSymmetric) {
  for_random_runs([](const Measure& measure, const Pages& run) {
    for (std::size_t i = 0; i < run.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        ASSERT_EQ(measure.similarity(run[i], run[j]), measure.similarity(run[j], run[i]))
            << i << " " << j;
      }
    }
  });
}

TEST_P(MeasureContract, GivesTheSameVerdictWithACutoff) {
  for_random_runs([](const Measure& measure, const Pages& run) {
    for (std::size_t i = 0; i < run.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const double exact = measure.similarity(run[i], run[j]);
        for (const double at_least : {0.05, 0.3, 0.5, 0.8, 0.85, 0.95, 1.0, exact}) {
          const double cut = measure.similarity(run[i], run[j], at_least);
          if (exact >= at_least) {
            ASSERT_EQ(cut, exact) << at_least;
          } else {
            ASSERT_LT(cut, at_least) << exact;
            ASSERT_GE(cut, 0);
          }
        }
      }
    }
  });
}

// Whatever a measure knows of its pages, it says of pairs what comparing them says.
TEST_P(MeasureContract, SettlesPairsAsComparingThemDoes) {
  for_random_runs(
      [](const Measure& measure, Pages& run) {
        run.push_back(run[0]);
        for (const double at_least : {0.3, 0.6, 0.85, 0.95, 1.0}) {
          for (const bool exact : {false, true}) {
            const auto verdicts = measure.verdicts(run, at_least, exact);
            for (std::size_t i = 0; i < run.size(); ++i) {
              ASSERT_EQ(verdicts->twin(verdicts->twin(i)), verdicts->twin(i));
              for (std::size_t j = 0; j < i; ++j) {
                const double similarity = measure.similarity(run[i], run[j]);
                if (verdicts->twin(i) == verdicts->twin(j)) {
                  ASSERT_EQ(similarity, 1);
                  continue;
                }
                const Verdict verdict = verdicts->decide(i, j);
                ASSERT_LT(verdict.stage, verdicts->stages().size());
                ASSERT_EQ(verdict.similar, reaches(similarity, at_least)) << similarity;
                if (verdicts->reach(i) < verdicts->weight(j) ||
                    verdicts->reach(j) < verdicts->weight(i)) {
                  ASSERT_FALSE(verdict.similar);
                }
                if (!verdict.similar) continue;
                ASSERT_TRUE(reaches(verdict.similarity, at_least));
                if (exact) {
                  ASSERT_EQ(verdict.similarity, similarity);
                } else {
                  ASSERT_LE(verdict.similarity, similarity);
                }
              }
            }
          }
        }
      },
      8);
}

TEST_P(MeasureContract, IsOneForTwoEmptyPages) {
  const std::unique_ptr<Measure> made = measure();
  EXPECT_EQ(made->similarity({}, {}), 1);
  EXPECT_EQ(made->similarity({}, {}, 0.9), 1);
}

TEST_P(MeasureContract, TakesAnyBytesForAPage) {
  const std::unique_ptr<Measure> made = measure();
  Pages run =
      extracted({"", "<", "text only", std::string(1, '\0'), "</p>", "<!--", "\xff\xfe<p>"}, *made);
  made->fit(run);
  for (Features& page : run) made->prepare(page);
  for (const Features& a : run) {
    for (const Features& b : run) {
      const double similarity = made->similarity(a, b);
      EXPECT_TRUE(similarity >= 0 && similarity <= 1) << similarity;
    }
  }
}

TEST_P(MeasureContract, PreparesAPageOnceAndForAll) {
  for_random_runs([](const Measure& measure, const Pages& run) {
    Pages again = run;
    for (Features& page : again) measure.prepare(page);
    for (std::size_t i = 0; i < run.size(); ++i) {
      ASSERT_EQ(measure.similarity(run[i], run[0]), measure.similarity(again[i], again[0]));
    }
  });
}

TEST_P(MeasureContract, ComparesAsBeforeWithWhatItLearnt) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const std::unique_ptr<Measure> fitted = measure();
    const std::unique_ptr<Measure> taught = measure();
    Pages run = extracted(pages_to_measure(seed), *fitted);
    Pages same = run;
    fitted->fit(run);
    taught->learn(fitted->learnt());
    EXPECT_EQ(taught->learnt(), fitted->learnt());
    for (Features& page : run) fitted->prepare(page);
    for (Features& page : same) taught->prepare(page);
    for (std::size_t i = 0; i < run.size(); ++i) {
      ASSERT_EQ(fitted->similarity(run[i], run[0]), taught->similarity(same[i], same[0]));
    }
  }
}

TEST_P(MeasureContract, RefusesToLearnWhatItCannotHaveLearnt) {
  EXPECT_THROW(measure()->learn("abc"), Error);
}

TEST_P(MeasureContract, ShowsWhatItRestsOn) {
  for_random_runs([](const Measure& measure, const Pages& run) {
    for (std::size_t i = 0; i < run.size(); ++i) {
      const Basis there = measure.basis(run[i], run[0]);
      const Basis back = measure.basis(run[0], run[i]);
      ASSERT_FALSE(there.what.empty());
      ASSERT_EQ(there.sizes[0], back.sizes[1]);
      ASSERT_EQ(there.shared, back.shared);
      if (there.shared) {
        ASSERT_LE(*there.shared, std::min(there.sizes[0], there.sizes[1]));
      }
    }
  });
}

TEST_P(MeasureContract, GivesTheSameMatrixForAnyNumberOfThreads) {
  const std::unique_ptr<Measure> made = measure();
  std::vector<std::string> pages;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    for (std::string& page : pages_to_measure(seed)) pages.push_back(std::move(page));
  }
  Pages run = extracted(pages, *made);
  made->fit(run);
  for (Features& page : run) made->prepare(page);
  SimilarityMatrix one = all_pairs(*made, run, 1);
  SimilarityMatrix many = all_pairs(*made, run, 5);
  for (std::size_t i = 0; i < run.size(); ++i) {
    const auto row = one.row(i);
    ASSERT_TRUE(std::equal(row.begin(), row.end(), many.row(i).begin()));
    for (std::size_t j = 0; j < i; ++j) {
      ASSERT_EQ(one(i, j), static_cast<float>(made->similarity(run[i], run[j])));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, MeasureContract,
                         testing::ValuesIn(measures().begin(), measures().end()),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace pagekin::measure
