#include <algorithm>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pagekin/features/pq_grams.h"
#include "pagekin/measure/measure.h"

#include "reference/tree_features.h"
#include "support/shared.h"
#include "support/trees.h"

namespace pagekin::measure {
namespace {

// The suite writes a(b c) as "{a{b}{c}}".
dom::TagTree tree_of_braces(std::string_view text) {
  std::string names;
  char before = 0;
  for (const char c : text) {
    if (c == '{') {
      names += before == 0 || before == '(' ? "" : before == ')' ? " " : "(";
    } else if (c == '}') {
      // A leaf has no children.
      if (before == ')') names += ')';
    } else {
      names += c;
    }
    before = c == '{' ? '(' : c == '}' ? ')' : c;
  }
  return tree(names);
}

Features bag(std::vector<std::uint64_t> grams) { return {.pq_grams = std::move(grams)}; }

double pq_gram_similarity(const Features& a, const Features& b, double at_least = 0) {
  return make("pq_gram")->similarity(a, b, at_least);
}

TEST(PqGram, IsTwiceTheOverlapOverTheTotal) {
  EXPECT_DOUBLE_EQ(pq_gram_similarity(bag({1, 2, 3}), bag({2, 3, 4})), 2 * 2.0 / 6);
}

TEST(PqGram, CountsRepeatedGramsAsOftenAsBothHaveThem) {
  EXPECT_DOUBLE_EQ(pq_gram_similarity(bag({7, 7, 7}), bag({7, 7, 8})), 2 * 2.0 / 6);
}

TEST(PqGram, GivesUpEarlyOnBagsOfVeryDifferentSize) {
  // The best case is 2 * 1 / 5; the true value is 0, and the cutoff is 0.9.
  EXPECT_DOUBLE_EQ(pq_gram_similarity(bag({9}), bag({1, 2, 3, 4}), 0.9), 0.4);
}

TEST(PqGram, OptionsReachExtraction) {
  const Needs needs = make("pq_gram:p=3,q=1")->needs();
  EXPECT_EQ(needs.pq_gram_p, 3);
  EXPECT_EQ(needs.pq_gram_q, 1);
}

nlohmann::json suite() {
  return nlohmann::json::parse(test::read_file(test::shared_dir() / "suites/pq-gram/vectors.json"));
}

TEST(PqGram, HasTheProfilesOfTheSuite) {
  PAGEKIN_NEEDS_SHARED();
  const nlohmann::json vectors = suite();
  for (const auto& each : vectors["profiles"]) {
    const auto p = each["p"].get<std::size_t>(), q = each["q"].get<std::size_t>();
    const dom::TagTree made = tree_of_braces(each["tree"].get<std::string>());
    auto profile = each["profile"].get<std::vector<std::vector<std::string>>>();

    std::vector<std::uint64_t> expected;
    for (const auto& gram : profile) {
      std::vector<html::TagId> tags;
      for (const std::string& name : gram) {
        tags.push_back(name == "*" ? features::kDummyTag : html::tag_id(name));
      }
      expected.push_back(features::pq_gram_hash(std::span(tags).first(p), std::span(tags).last(q)));
    }
    std::ranges::sort(expected);
    EXPECT_EQ(features::pq_grams(made, static_cast<int>(p), static_cast<int>(q)), expected);
    EXPECT_EQ(reference::pq_grams(made, p, q).size(), profile.size());
  }
}

TEST(PqGram, HasTheDistancesOfTheSuite) {
  PAGEKIN_NEEDS_SHARED();
  const nlohmann::json vectors = suite();
  const auto distance = [](const nlohmann::json& a, const nlohmann::json& b) {
    const auto grams = [](const nlohmann::json& text) {
      return bag(features::pq_grams(tree_of_braces(text.get<std::string>()), 2, 3));
    };
    return 1 - pq_gram_similarity(grams(a), grams(b));
  };
  const auto& pair = vectors["pair"];
  EXPECT_NEAR(distance(pair["t1"], pair["t2"]), 4.0 / 13, 1e-12);
  EXPECT_NEAR(pair["distance"].get<double>(), 4.0 / 13, 1e-12);

  const auto& trees = vectors["trees"];
  ASSERT_EQ(trees.size(), 9u);
  for (std::size_t i = 0; i < trees.size(); ++i) {
    for (std::size_t j = 0; j < trees.size(); ++j) {
      // The suite has twelve digits.
      EXPECT_NEAR(distance(trees[i], trees[j]), vectors["matrix"][i][j].get<double>(), 1e-11)
          << i << ' ' << j;
    }
  }
}

}  // namespace
}  // namespace pagekin::measure
