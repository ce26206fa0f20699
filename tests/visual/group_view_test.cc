#include "pagekin/visual/group_view.h"

#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

namespace pagekin::visual {
namespace {

picture::PagePicture page(const std::string& html) {
  return picture::picture_of({.id = "http://a.test/", .body = "<body>" + html, .charset = "utf-8"});
}

TEST(GroupView, ShowsTheMedoidThenTheMostDifferentThenTheDoubtful) {
  std::vector<picture::PagePicture> pages;
  pages.push_back(page("<p>a</p><ul><li>x</ul>"));
  pages.push_back(page("<p>b</p>"));
  pages.push_back(page("<p>c</p>"));
  pages.push_back(page("<table><tr><td>x</table><form><input></form>"));
  const std::vector<std::uint32_t> members = {0, 1, 2, 3};
  const std::vector<std::uint32_t> doubtful = {0};
  const GroupView view = view_of(members, pages, doubtful, 2);
  ASSERT_EQ(view.shown.size(), 3U);
  EXPECT_EQ(view.shown[0].picture, 1U);
  EXPECT_EQ(view.shown[0].why, Why::kTypical);
  EXPECT_EQ(view.shown[1].picture, 3U);
  EXPECT_EQ(view.shown[1].why, Why::kDifferent);
  EXPECT_EQ(view.shown[2].picture, 0U);
  EXPECT_EQ(view.shown[2].why, Why::kDoubtful);
  EXPECT_EQ(view_of(members, pages, {}, 1, 2).shown[0].picture, 2U);
}

TEST(GroupView, NumbersPlacesAndTextsOfBoxes) {
  const std::vector<picture::PagePicture> pages = {page("<h1>same</h1><p>one</p>"),
                                                   page("<h1>same</h1><p>two</p>")};
  const std::vector<std::uint32_t> members = {0, 1};
  const GroupView view = view_of(members, pages, {}, 2);
  ASSERT_EQ(view.shown.size(), 2U);
  EXPECT_EQ(view.shown[0].places, view.shown[1].places);
  EXPECT_EQ(view.shown[0].texts[0], view.shown[1].texts[0]);
  EXPECT_NE(view.shown[0].texts[1], view.shown[1].texts[1]);
  EXPECT_EQ(view.places[view.shown[0].places[0]], "h1");
}

// The numbers of the places of the boxes of a page, each once.
std::set<std::uint32_t> places_of(const ShownPage& page) {
  return {page.places.begin(), page.places.end()};
}

TEST(GroupView, AClassDoesNotPartWhatAnIdOrBeingAloneMakesTheSame) {
  const std::vector<picture::PagePicture> pages = {
      page("<div class=wrap-a><h1>x</h1><div id=content class=ticket><p>one</p></div></div>"),
      page("<div class=wrap-b><h1>x</h1><div id=content class=wiki><p>two</p></div></div>"),
      page("<div class=wrap-b><h1>x</h1><div class=other><p>two</p></div></div>")};
  const std::vector<std::uint32_t> members = {0, 1, 2};
  const GroupView view = view_of(members, pages, {}, 3);
  ASSERT_EQ(view.shown.size(), 3U);
  std::map<std::uint32_t, std::set<std::uint32_t>> places;  // by page
  for (const ShownPage& one : view.shown) places[one.picture] = places_of(one);
  EXPECT_EQ(places[0], places[1]);
  EXPECT_NE(places[0], places[2]);
}

TEST(GroupView, KnowsWhatIsBelowTheEndOfAPicture) {
  std::string rows;
  for (int i = 0; i < 400; ++i) rows += "<p>row " + std::to_string(i) + "</p>";
  const std::vector<picture::PagePicture> pages = {
      page("<p>row</p><footer>end</footer><form class=vote><input></form>"),
      page(rows + "<footer>end</footer>")};
  ASSERT_TRUE(pages[1].wireframe.is_cut);
  const std::vector<std::uint32_t> members = {0, 1};
  const GroupView view = view_of(members, pages, {}, 2);
  ASSERT_EQ(view.shown.size(), 2U);
  const ShownPage& whole = view.shown[0].picture == 0 ? view.shown[0] : view.shown[1];
  const ShownPage& cut = view.shown[0].picture == 0 ? view.shown[1] : view.shown[0];
  EXPECT_TRUE(whole.below.empty());
  std::set<std::string> below;
  for (const std::uint32_t place : cut.below) below.insert(view.places[place]);
  EXPECT_TRUE(below.contains("footer"));
  EXPECT_FALSE(below.contains("form.vote > input"));
}

TEST(GroupView, PassesOverPagesWithoutAPicture) {
  std::vector<picture::PagePicture> pages(2);
  pages[1] = page("<p>a");
  const std::vector<std::uint32_t> members = {0, 1};
  const GroupView view = view_of(members, pages, {}, 3);
  ASSERT_EQ(view.shown.size(), 1U);
  EXPECT_EQ(view.shown[0].picture, 1U);
  EXPECT_TRUE(view_of({}, pages, {}, 3).shown.empty());
}

// The merge of two sorted lists gives what a table of all places gives.
TEST(GroupView, SimilarityIsTheWeightedJaccardIndex) {
  Random random(9);
  for (int round = 0; round < 200; ++round) {
    std::map<std::uint64_t, std::pair<float, float>> table;
    std::vector<PlaceShare> sides[2];
    for (int side = 0; side < 2; ++side) {
      std::map<std::uint64_t, float> shares;
      for (std::uint32_t i = random.below(12); i > 0; --i) {
        shares[random.below(10)] = static_cast<float>(1 + random.below(4)) / 4;
      }
      for (const auto& [place, share] : shares) {
        sides[side].push_back({place, share});
        (side == 0 ? table[place].first : table[place].second) = share;
      }
    }
    double least = 0;
    double most = 0;
    for (const auto& [place, shares] : table) {
      least += std::min(shares.first, shares.second);
      most += std::max(shares.first, shares.second);
    }
    EXPECT_NEAR(similarity(sides[0], sides[1]), most > 0 ? least / most : 1, 1e-6);
  }
}

}  // namespace
}  // namespace pagekin::visual
