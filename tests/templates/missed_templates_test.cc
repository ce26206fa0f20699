#include "pagekin/templates/missed_templates.h"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"
#include "pagekin/templates/mark_sketch.h"

#include "templates/sites.h"

namespace pagekin::templates {
namespace {

UnknownMarks random_unknown(Random& random, std::uint32_t most) {
  UnknownMarks marks{.begins = {}, .width = 1 + random.below(40)};
  for (std::uint32_t i = random.below(most); i > 0; --i) {
    marks.begins.push_back(random.below(1000));
  }
  std::sort(marks.begins.begin(), marks.begins.end());
  return marks;
}

// The slow reference: the largest number of pairs, each mark of either side at most once.
std::size_t most_pairs(const UnknownMarks& a, const UnknownMarks& b) {
  constexpr std::size_t none = SIZE_MAX;
  std::vector<std::size_t> taken(b.begins.size(), none);
  std::vector<bool> seen;
  const std::function<bool(std::size_t)> pairs_up = [&](std::size_t i) {
    for (std::size_t j = 0; j < b.begins.size(); ++j) {
      const bool overlap =
          a.begins[i] < b.begins[j] + b.width && b.begins[j] < a.begins[i] + a.width;
      if (!overlap || seen[j]) continue;
      seen[j] = true;
      if (taken[j] != none && !pairs_up(taken[j])) continue;
      taken[j] = i;
      return true;
    }
    return false;
  };
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < a.begins.size(); ++i) {
    seen.assign(b.begins.size(), false);
    pairs += pairs_up(i) ? 1 : 0;
  }
  return pairs;
}

TEST(MissedTemplates, AgreementPairsAsManyMarksAsCanBe) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    const UnknownMarks a = random_unknown(random, 40);
    const UnknownMarks b = random_unknown(random, 40);
    ASSERT_EQ(agreement(a, b), most_pairs(a, b)) << seed;
    ASSERT_EQ(agreement(b, a), agreement(a, b)) << seed;
  }
}

TEST(MissedTemplates, UnknownMarksLieWhereTheirHashesAre) {
  Random random(1);
  const std::vector<Block> blocks{{.marks = {}, .weight = 1, .telling = 1},
                                  {.marks = test::part(1, 30), .weight = 1, .telling = 1},
                                  {.marks = test::part(2, 30), .weight = 1, .telling = 1}};
  test::Marks own;
  for (int i = 0; i < 40; ++i) own.push_back(random.next());
  const test::Marks page = test::page({test::part(1, 30), own});
  std::string sketch;
  append_sketch(page, sketch);
  const std::vector<BlockId> present{1};
  const auto odd = odd_page(sketch, blocks, present, 0.5);
  ASSERT_TRUE(odd);
  EXPECT_EQ(odd->blocks, present);
  EXPECT_NEAR(static_cast<double>(odd->unknown.begins.size()), 40, 4);
  std::size_t found = 0;
  for (const std::uint64_t mark : own) {
    const std::uint64_t hash = mix(mark) >> 32;
    found += std::any_of(odd->unknown.begins.begin(), odd->unknown.begins.end(),
                         [&](std::uint64_t begin) {
                           return begin <= hash && hash < begin + odd->unknown.width;
                         })
                 ? 1
                 : 0;
  }
  EXPECT_GE(found, 36U);
}

TEST(MissedTemplates, APageThatFitsOrKnowsWhatItHasIsNotOdd) {
  const std::vector<Block> blocks{{.marks = test::part(1, 30), .weight = 1, .telling = 1}};
  const std::vector<BlockId> present{0};
  const auto is_odd = [&](const test::Marks& page, double fit) {
    std::string sketch;
    append_sketch(page, sketch);
    return odd_page(sketch, blocks, present, fit).has_value();
  };
  const test::Marks page = test::page({test::part(1, 30), test::part(2, 20)});
  EXPECT_TRUE(is_odd(page, 0.89));
  EXPECT_FALSE(is_odd(page, 0.9));
  EXPECT_FALSE(is_odd(test::page({test::part(1, 30), test::part(2, 8)}), 0));
  EXPECT_FALSE(is_odd({}, 0));
}

}  // namespace
}  // namespace pagekin::templates
