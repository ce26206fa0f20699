// Hostile pages: the work is linear in their bytes, and every tree is consistent.
#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/dom/build.h"

#include "support/dom.h"
#include "support/shared.h"

namespace pagekin::dom {
namespace {

constexpr BuildOptions kAll{.all_attributes = true, .text = true, .templates = true};

TEST(Hostile, EveryPageOfTheSuiteMakesASoundTree) {
  PAGEKIN_NEEDS_SHARED();
  Builder builder;
  std::size_t pages = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(
           test::shared_dir() / "suites" / "hostile-html")) {
    if (!entry.is_regular_file()) continue;
    const std::string page = test::read_file(entry.path());
    ++pages;
    for (const BuildOptions& options : {BuildOptions{}, kAll}) {
      const Tree& tree = builder.build(page, options);
      EXPECT_TRUE(test::is_consistent(tree)) << entry.path();
      EXPECT_LE(test::depth_of(tree), 512u) << entry.path();
      EXPECT_LE(builder.steps(), 600 * page.size() + 1'000) << entry.path();
    }
  }
  EXPECT_GT(pages, 500u);
}

struct Attack {
  std::string_view name;
  std::string_view before;
  std::string_view unit;  // '#' stands for a number, another one each time
  std::string_view after = "";
};

constexpr Attack kAttacks[] = {
    {"deep", "", "<div>"},
    {"deep and closed", "", "<div><p>", "</div></div></div>"},
    {"formatting", "", "<b id=#>"},
    {"formatting and text", "", "<b id=#>x<i>y</i>"},
    {"formatting cut by paragraphs", "", "<b id=#><p>x"},
    {"reopened formatting", "<p><b><i><u><s><em><a><tt>", "<p>x"},
    {"overlap", "", "<a><div></a>"},
    {"overlap in a row", "", "<b><p></b></p>"},
    {"overlap that is never closed", "", "<a id=#><div>"},
    {"nobr", "", "<nobr><div>"},
    {"foster parenting", "<table>", "<div>x"},
    {"fostered formatting", "<table>", "<b id=#>x<tr>"},
    {"tables in tables", "", "<table><tr><td>"},
    {"tables in tables, misplaced", "", "<table><i>"},
    {"stray end tags", "<div><span>", "</p></x#></b></table></li>"},
    {"stray end tags far from home", "<x><y><z><u1><u2><u3>", "<div></x></y></z>"},
    {"lists", "", "<ul><li>"},
    {"items", "<ul>", "<li>"},
    {"definitions", "", "<dl><dt><dd>"},
    {"headings", "", "<h1><h2>"},
    {"forms", "", "<form><div></form>"},
    {"buttons", "", "<button><p>"},
    {"selects", "", "<select><option><optgroup>"},
    {"templates", "", "<template><tr>"},
    {"svg", "", "<svg><desc>"},
    {"svg, never left", "<svg>", "<g><p>"},
    {"math", "", "<math><mi>"},
    {"math, end tags", "<math><mrow><mrow>", "</x#><mrow>"},
    {"markers", "", "<object><b>"},
    {"rubies", "", "<ruby><rb><rtc><rt>"},
    {"attributes", "<p", " a#=1", ">"},
    {"attributes of the root", "", "<html a#=1>"},
    {"equal attributes", "<p", " a", ">"},
    {"text and comments", "", "x<!-->"},
    {"less than", "", "<"},
    {"less than and slash", "", "</>x< "},
    {"bogus comments", "", "<?x<!y</-"},
    {"ampersands", "<table>", "&#32;&Tab;&#"},
    {"newlines", "", "<pre>\n"},
};

std::string page_of(const Attack& attack, std::size_t size) {
  std::string page(attack.before);
  for (std::size_t i = 0; page.size() < size; ++i) {
    for (const char c : attack.unit) {
      if (c == '#') {
        page += std::to_string(i);
      } else {
        page += c;
      }
    }
  }
  return page.append(attack.after);
}

TEST(Hostile, StepsGrowWithTheBytes) {
  constexpr std::size_t kSize = 12'000;
  Builder builder;
  for (const Attack& attack : kAttacks) {
    const std::string once = page_of(attack, kSize);
    const std::string twice = page_of(attack, 2 * kSize);
    for (const BuildOptions& options : {BuildOptions{}, kAll}) {
      builder.build(once, options);
      const std::uint64_t few = builder.steps();
      const Tree& tree = builder.build(twice, options);
      EXPECT_LT(builder.steps(), 3 * few + 10'000) << attack.name;
      EXPECT_LE(builder.steps(), 600 * twice.size()) << attack.name;
      EXPECT_LE(test::depth_of(tree), 512u) << attack.name;
      EXPECT_TRUE(test::is_consistent(tree)) << attack.name;
    }
  }
}

}  // namespace
}  // namespace pagekin::dom
