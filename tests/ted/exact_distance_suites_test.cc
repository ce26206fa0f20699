// The distances that the test suites of other implementations expect.
#include <cmath>
#include <cstddef>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pagekin/ted/exact_distance.h"

#include "reference/tree_edit.h"
#include "support/bracket_trees.h"
#include "support/shared.h"
#include "support/tree_edit_pairs.h"

namespace pagekin::measure {
namespace {

struct SuiteCase {
  std::string a;
  std::string b;
  double distance = 0;
};

EditCase edit_case_of(const SuiteCase& c) {
  return edit_case(test::bracket_tree(c.a), test::bracket_tree(c.b));
}

void expect_distance(const SuiteCase& c) {
  SCOPED_TRACE(c.a + " and " + c.b);
  const EditCase made = edit_case_of(c);
  const auto expected = static_cast<ted::EditCost>(c.distance);
  EXPECT_EQ(ted::zhang_shasha(made.a, made.b, {}), expected);
  EXPECT_EQ(ted::rted(made.a, made.b, {}), expected);
  EXPECT_EQ(ted::apted(made.a, made.b, {}), expected);
  EXPECT_EQ(ted::apted(made.b, made.a, {}), expected);
}

std::vector<SuiteCase> json_cases(const nlohmann::json& list) {
  std::vector<SuiteCase> cases;
  for (const auto& item : list) {
    cases.push_back({item.at("t1").get<std::string>(), item.at("t2").get<std::string>(),
                     item.at("d").get<double>()});
  }
  return cases;
}

nlohmann::json read_json(const char* file) {
  return nlohmann::json::parse(test::read_file(test::shared_dir() / "suites/ted" / file));
}

// Reads cases of two trees and a number, a line each; comments start with '#'.
std::vector<SuiteCase> text_cases(const char* file) {
  std::ifstream in(test::shared_dir() / "suites/ted/tree-similarity" / file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line[0] != '#') lines.push_back(line);
  }
  EXPECT_EQ(lines.size() % 3, 0U);
  std::vector<SuiteCase> cases;
  for (std::size_t i = 0; i + 2 < lines.size(); i += 3) {
    cases.push_back({lines[i], lines[i + 1], std::stod(lines[i + 2])});
  }
  return cases;
}

TEST(ExactDistanceSuites, Apted) {
  PAGEKIN_NEEDS_SHARED();
  const auto cases = json_cases(read_json("apted/correctness_test_cases.json"));
  EXPECT_EQ(cases.size(), 77U);
  for (const SuiteCase& c : cases) expect_distance(c);
}

TEST(ExactDistanceSuites, AptedMini) {
  PAGEKIN_NEEDS_SHARED();
  const auto cases = json_cases(read_json("apted/mini.json"));
  EXPECT_EQ(cases.size(), 75U);
  for (const SuiteCase& c : cases) expect_distance(c);
}

// The ninth case has costs that depend on the tag, which we do not have.
TEST(ExactDistanceSuites, Zss) {
  PAGEKIN_NEEDS_SHARED();
  const auto cases = json_cases(read_json("zss/cases.json").at("unit_cost"));
  EXPECT_EQ(cases.size(), 8U);
  for (const SuiteCase& c : cases) expect_distance(c);
}

TEST(ExactDistanceSuites, TreeSimilarity) {
  PAGEKIN_NEEDS_SHARED();
  const auto cases = text_cases("ted/ted_test_data.txt");
  EXPECT_EQ(cases.size(), 81U);
  for (const SuiteCase& c : cases) expect_distance(c);
}

TEST(ExactDistanceSuites, IsNotMoreThanTheUpperBoundsOfTreeSimilarity) {
  PAGEKIN_NEEDS_SHARED();
  for (const char* file :
       {"cted_ub/cted_ub_ted_test_data.txt", "dpjed_ub/dpjed_ub_ted_test_data.txt"}) {
    const auto cases = text_cases(file);
    EXPECT_EQ(cases.size(), 77U);
    for (const SuiteCase& c : cases) {
      const EditCase made = edit_case_of(c);
      EXPECT_LE(static_cast<double>(ted::apted(made.a, made.b, {})), c.distance) << c.a << c.b;
    }
  }
}

}  // namespace
}  // namespace pagekin::measure
