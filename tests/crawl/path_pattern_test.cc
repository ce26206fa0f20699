#include "pagekin/crawl/path_pattern.h"

#include <cstddef>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pagekin/core/random.h"

#include "reference/path_pattern.h"
#include "support/shared.h"

namespace pagekin::crawl {
namespace {

TEST(PathPattern, BeginsThePath) {
  EXPECT_TRUE(matches("/fish", "/fish"));
  EXPECT_TRUE(matches("/fish", "/fishes?x"));
  EXPECT_FALSE(matches("/fish", "/fis"));
  EXPECT_FALSE(matches("/fish", "/a/fish"));
}

TEST(PathPattern, AStarIsAnyText) {
  EXPECT_TRUE(matches("/*.php", "/a/b.php?c"));
  EXPECT_TRUE(matches("/a*b*c", "/abc"));
  EXPECT_TRUE(matches("*", "/"));
  EXPECT_TRUE(matches("/a**", "/a"));
  EXPECT_FALSE(matches("/a*b*c", "/acb"));
}

TEST(PathPattern, ADollarIsTheEnd) {
  EXPECT_TRUE(matches("/$", "/"));
  EXPECT_FALSE(matches("/$", "/a"));
  EXPECT_TRUE(matches("/*ab$", "/abcab"));
  EXPECT_FALSE(matches("/*ab$", "/abc"));
  EXPECT_TRUE(matches("/a*$", "/abc"));
  EXPECT_FALSE(matches("/ab*b$", "/ab")) << "no byte is used twice";
}

TEST(PathPattern, SpellingsOfOnePathAreOne) {
  EXPECT_EQ(normalised_path("/%62%61z%2f%7e"), "/baz%2F~");
  EXPECT_EQ(normalised_path("/\xC3\xA1"), "/%C3%A1");
  EXPECT_EQ(normalised_path("/a*b$"), "/a%2Ab%24");
  EXPECT_EQ(normalised_pattern("/a*b$"), "/a*b$");
  EXPECT_EQ(normalised_pattern("/a$b*"), "/a%24b*");
  EXPECT_EQ(normalised_pattern("/%2A%24"), "/%2A%24");
  EXPECT_EQ(normalised_path("/%zz%"), "/%25zz%25");
  EXPECT_EQ(normalised_path("/a?b='c'"), normalised_path("/a?b=%27c%27"));
}

TEST(PathPattern, NormalFormIsItsOwn) {
  Random random(5);
  for (int i = 0; i < 2000; ++i) {
    std::string text = "/";
    for (int left = 12; left > 0; --left) text += static_cast<char>(random.below(256));
    if (random.chance(0.5)) text += "%4";
    EXPECT_EQ(normalised_path(normalised_path(text)), normalised_path(text));
    EXPECT_EQ(normalised_pattern(normalised_pattern(text)), normalised_pattern(text));
  }
}

std::string random_text(Random& random, const std::string& alphabet, std::uint32_t longest) {
  std::string text = "/";
  for (std::uint32_t left = random.below(longest); left > 0; --left) {
    text += alphabet[random.below(static_cast<std::uint32_t>(alphabet.size()))];
  }
  return text;
}

TEST(PathPattern, MatchesWhatItsDefinitionMatches) {
  Random random(9309);
  int matched = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::string pattern = random_text(random, "aab*", 12) + (random.chance(0.3) ? "$" : "");
    const std::string path = random_text(random, "aab", 20);
    const bool expected = reference::path_matches(pattern, path);
    ASSERT_EQ(matches(pattern, path), expected) << pattern << " on " << path;
    matched += expected ? 1 : 0;
  }
  EXPECT_GT(matched, 2'000);
  EXPECT_LT(matched, 18'000);
}

std::string repeated(std::string_view text, int times) {
  std::string out;
  for (; times > 0; --times) out += text;
  return out;
}

TEST(PathPattern, TakesALinearNumberOfSteps) {
  const std::string path = "/" + repeated("a", 8000);
  for (const std::string& pattern :
       {"/" + repeated("*a", 7000) + "b", "/" + repeated("*a", 7000) + "*b$",
        "/*" + repeated("a", 4000) + "b", "/*" + repeated("a", 7999) + "b",
        "/" + repeated("*aaab", 1000), "/" + repeated("*" + repeated("a", 99) + "b", 70),
        "/" + repeated("*", 16000) + "b", "/" + repeated("a*", 8000) + "$"}) {
    std::size_t steps = 0;
    matches(pattern, path, &steps);
    EXPECT_LE(steps, 4 * (pattern.size() + path.size())) << pattern.substr(0, 40);
  }
}

TEST(PathPattern, TakesALinearNumberOfStepsOnRandomTexts) {
  Random random(17);
  for (int i = 0; i < 500; ++i) {
    const std::string pattern = random_text(random, "aaaaaaab*", 300);
    const std::string path = random_text(random, "aaaaaaaaaaab", 2000);
    std::size_t steps = 0;
    const bool found = matches(pattern, path, &steps);
    EXPECT_LE(steps, 4 * (pattern.size() + path.size()));
    if (i < 30) {
      EXPECT_EQ(found, reference::path_matches(pattern, path));
    }
  }
}

TEST(PathPattern, IsWrittenAsGoogleWritesIt) {
  PAGEKIN_NEEDS_SHARED();
  const auto suite = nlohmann::json::parse(
      test::read_file(test::shared_dir() / "suites/robots/google/google_robotstxt_cases.json"));
  int checked = 0;
  for (const auto& one : suite["escape_pattern"]) {
    EXPECT_EQ(normalised_pattern(one["pattern"].get<std::string>()),
              one["escaped"].get<std::string>());
    ++checked;
  }
  EXPECT_EQ(checked, 4);
}

}  // namespace
}  // namespace pagekin::crawl
