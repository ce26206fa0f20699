#include "pagekin/synth/style.h"

#include <set>

#include <gtest/gtest.h>

namespace pagekin::synth {
namespace {

TEST(Style, NamesClassesInItsOwnWay) {
  EXPECT_EQ((Style{.naming = Naming::kKebab}.class_name("card-title")), "card-title");
  EXPECT_EQ((Style{.naming = Naming::kBem}.class_name("card-title")), "card__title");
  EXPECT_EQ((Style{.naming = Naming::kCamel, .prefix = "x-"}.class_name("card-title")),
            "x-cardTitle");
}

TEST(Style, GivesARoleTheSameNameEveryTime) {
  const Style hashed{.naming = Naming::kHashed, .salt = 7};
  EXPECT_EQ(hashed.class_name("card"), hashed.class_name("card"));
  EXPECT_NE(hashed.class_name("card"), hashed.class_name("list"));
  const Style other{.naming = Naming::kHashed, .salt = 8};
  EXPECT_NE(hashed.class_name("card"), other.class_name("card"));
}

TEST(Style, LeavesQuotesOutOnlyWhereTheValueAllowsIt) {
  const Style bare{.quote = '\0'};
  EXPECT_EQ(bare.attribute("lang", "en"), " lang=en");
  EXPECT_EQ(bare.attribute("class", "a b"), " class=\"a b\"");
  EXPECT_EQ(bare.attribute("alt", ""), " alt=\"\"");
}

TEST(Style, OmitsOnlyEndTagsThatHtmlLetsItOmit) {
  const Style lazy{.omit_end = true};
  EXPECT_EQ(lazy.end_tag("li"), "");
  EXPECT_EQ(lazy.end_tag("div"), "</div>");
}

TEST(Style, DiffersBetweenSites) {
  std::set<Naming> seen;
  for (std::uint64_t i = 0; i < 100; ++i) seen.insert(make_style(Random(i)).naming);
  EXPECT_EQ(seen.size(), 6U);
}

}  // namespace
}  // namespace pagekin::synth
