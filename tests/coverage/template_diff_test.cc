#include "pagekin/coverage/template_diff.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace pagekin::coverage {
namespace {

// The pages of two crawls.
struct Crawls {
  std::vector<std::string> ids;
  std::vector<TemplatedPage> old_pages;
  std::vector<TemplatedPage> new_pages;

  Crawls() { ids.reserve(10'000); }  // views of ids must stay valid

  // Adds pages PATH/from to PATH/(to - 1) with their templates; 0: not in that crawl.
  Crawls& add(const std::string& path, int from, int to, std::uint32_t before, std::uint32_t now) {
    for (int i = from; i < to; ++i) {
      ids.push_back("https://a.example/" + path + "/" + std::to_string(i));
      if (before != 0) old_pages.push_back({ids.back(), before});
      if (now != 0) new_pages.push_back({ids.back(), now});
    }
    return *this;
  }

  std::string diff(bool same_numbers,
                   std::vector<std::pair<std::uint32_t, std::uint32_t>> same_marks = {}) const {
    const TemplateDiff found = diff_templates({.old_pages = old_pages,
                                               .new_pages = new_pages,
                                               .same_numbers = same_numbers,
                                               .same_marks = same_marks});
    std::string text;
    for (const DiffRow& row : found.rows) {
      text += std::string(to_text(row.state)) + " " + std::to_string(row.old_template) + ">" +
              std::to_string(row.new_template);
      if (row.matched_by != MatchedBy::kNothing)
        text += " by " + std::string(to_text(row.matched_by));
      for (const std::uint32_t one : row.split_off) text += " off " + std::to_string(one);
      for (const std::uint32_t one : row.joined_by) text += " in " + std::to_string(one);
      text += "; ";
    }
    return text;
  }
};

TEST(TemplateDiff, FindsWhatIsSameNewAndGone) {
  Crawls crawls;
  crawls.add("a", 0, 9, 1, 1).add("b", 0, 5, 2, 0).add("c", 0, 4, 0, 3);
  EXPECT_EQ(crawls.diff(true), "new 0>3; gone 2>0; same 1>1 by number; ");
}

TEST(TemplateDiff, MatchesARedesignByAddresses) {
  Crawls crawls;
  crawls.add("a", 0, 9, 1, 1).add("b", 0, 5, 2, 3);
  EXPECT_EQ(crawls.diff(true), "same 1>1 by number; same 2>3 by addresses; ");
}

TEST(TemplateDiff, MatchesNumbersThatMeanDifferentThings) {
  Crawls crawls;
  crawls.add("a", 0, 9, 1, 2).add("b", 0, 5, 2, 1);
  EXPECT_EQ(crawls.diff(false), "same 1>2 by addresses; same 2>1 by addresses; ");
}

TEST(TemplateDiff, MatchesByShapeWhereNoAddressIsCommon) {
  Crawls crawls;
  crawls.add("a", 0, 9, 1, 0).add("a", 10, 19, 0, 7).add("b", 0, 5, 2, 0);
  EXPECT_EQ(crawls.diff(false), "gone 2>0; same 1>7 by shape; ");
}

TEST(TemplateDiff, DoesNotGuessBetweenTwoOfTheSameShape) {
  Crawls crawls;
  crawls.add("a", 0, 9, 1, 0).add("a", 10, 19, 0, 7).add("a", 20, 29, 0, 8);
  EXPECT_EQ(crawls.diff(false), "new 0>7; new 0>8; gone 1>0; ");
}

TEST(TemplateDiff, TakesWhatTheMarksSay) {
  Crawls crawls;
  crawls.add("a", 0, 9, 1, 0).add("b", 10, 19, 0, 7);
  EXPECT_EQ(crawls.diff(false, {{1, 7}}), "same 1>7 by marks; ");
}

TEST(TemplateDiff, ATemplateThatLostNearlyAllPagesToANewOneHasChanged) {
  Crawls crawls;
  crawls.add("a", 0, 2, 1, 1).add("a", 2, 40, 1, 6).add("b", 0, 9, 2, 2).add("c", 0, 4, 0, 1);
  EXPECT_EQ(crawls.diff(true), "split 1>1; same 1>6 by addresses; same 2>2 by number; ");
}

TEST(TemplateDiff, ATemplateThatLostHalfOfItsPagesHasSplit) {
  Crawls crawls;
  crawls.add("a", 0, 20, 1, 1).add("a", 20, 40, 1, 6);
  EXPECT_EQ(crawls.diff(true), "split 1>1 by number off 6; split 1>6; ");
}

// The site got new addresses with its new design; some old pages are still there.
TEST(TemplateDiff, MatchesByNamesWhereAddressesAreNew) {
  Crawls crawls;
  const std::vector<std::string> names{"rising-damp", "open-all-hours", "porridge",
                                       "the-good-life"};
  for (const std::string& name : names) {
    crawls.ids.push_back("https://a.example/news/1/" + name + ".html");
    crawls.old_pages.push_back({crawls.ids.back(), 1});
    if (name == "porridge") crawls.new_pages.push_back({crawls.ids.back(), 2});
    crawls.ids.push_back("https://a.example/posts/" + name + "/");
    crawls.new_pages.push_back({crawls.ids.back(), 4});
  }
  crawls.add("b", 0, 9, 2, 2);
  EXPECT_EQ(crawls.diff(true), "same 2>2 by number; same 1>4 by names; ");
}

TEST(TemplateDiff, ANameMayBeThereInTwoLanguages) {
  Crawls crawls;
  const std::vector<std::string> names{"install", "roadmap", "use-cases", "licence"};
  const std::vector<std::string> languages{"", "zh/"};
  for (const std::string& name : names) {
    for (const std::string& language : languages) {
      crawls.ids.push_back("https://a.example/" + language + name + ".html");
      crawls.old_pages.push_back({crawls.ids.back(), 1});
      crawls.ids.push_back("https://a.example/" + language + "about/" + name + "/");
      crawls.new_pages.push_back({crawls.ids.back(), 4});
    }
  }
  EXPECT_EQ(crawls.diff(true), "same 1>4 by names; ");
}

TEST(TemplateDiff, NumbersAreNotNames) {
  Crawls crawls;
  crawls.add("a/page", 0, 9, 1, 0).add("b/page", 0, 9, 0, 2);
  EXPECT_EQ(crawls.diff(true), "new 0>2; gone 1>0; ");
}

TEST(TemplateDiff, SeesASplit) {
  Crawls crawls;
  crawls.add("a", 0, 10, 1, 1).add("a", 10, 16, 1, 2);
  EXPECT_EQ(crawls.diff(true), "split 1>1 by number off 2; split 1>2; ");
}

TEST(TemplateDiff, CallsASmallPartNewInsteadOfASplit) {
  Crawls crawls;
  crawls.add("a", 0, 90, 1, 1).add("a", 90, 94, 1, 2);
  EXPECT_EQ(crawls.diff(true), "new 0>2; same 1>1 by number; ");
}

TEST(TemplateDiff, SeesAJoin) {
  Crawls crawls;
  crawls.add("a", 0, 10, 1, 1).add("b", 0, 6, 2, 1);
  EXPECT_EQ(crawls.diff(true), "joined 2>1; same 1>1 by number in 2; ");
}

TEST(TemplateDiff, NeedsEnoughCommonAddresses) {
  Crawls crawls;
  crawls.add("a", 0, 1, 1, 3).add("a", 1, 50, 1, 0).add("b", 0, 60, 0, 3);
  EXPECT_EQ(crawls.diff(true), "new 0>3; gone 1>0; ");
}

TEST(TemplateDiff, PassesOverOneOrTwoPagesAndThoseLeftOut) {
  Crawls crawls;
  crawls.add("a", 0, 2, 1, 0).add("b", 0, 2, 0, 2);
  crawls.ids.push_back("x");
  crawls.new_pages.push_back({crawls.ids.back(), 0});
  EXPECT_EQ(crawls.diff(true), "odd 0>2; odd 1>0; ");
}

TEST(TemplateDiff, PairsPagesOfTheSameAddressOnce) {
  Crawls crawls;
  crawls.add("a", 0, 4, 1, 1).add("a", 0, 4, 1, 1).add("b", 0, 4, 1, 0);
  const TemplateDiff found = diff_templates(
      {.old_pages = crawls.old_pages, .new_pages = crawls.new_pages, .same_numbers = true});
  ASSERT_EQ(found.paired.size(), 4U);
  for (const PagePair& pair : found.paired) {
    EXPECT_EQ(crawls.old_pages[pair.old_page].id, crawls.new_pages[pair.new_page].id);
  }
  EXPECT_EQ(found.rows.front().both, 4U);
  EXPECT_TRUE(diff_templates({}).rows.empty());
}

}  // namespace
}  // namespace pagekin::coverage
