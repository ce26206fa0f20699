#include "pagekin/recognise/placeless_marks.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/dom/build.h"
#include "pagekin/features/marks.h"

#include "reference/placeless_marks.h"
#include "support/random_page.h"

namespace pagekin::recognise {
namespace {

using Marks = std::vector<std::uint32_t>;

Marks marks_in(std::string_view page) {
  dom::Builder builder;
  return placeless_marks(features::marks(builder.build(page, {.text = true})));
}

std::size_t count(const Marks& marks, PlacelessKind kind) {
  return static_cast<std::size_t>(std::ranges::count_if(
      marks, [=](std::uint32_t mark) { return placeless_kind(mark) == kind; }));
}

TEST(PlacelessMarks, AnElementAroundThePageAddsOnlyItsOwn) {
  const std::string_view inner = "<div class=a><p id=x>one</p><ul><li>two</li></ul></div>";
  const Marks plain = marks_in("<body>" + std::string(inner));
  const Marks wrapped = marks_in("<body><main><section>" + std::string(inner));
  Marks lost;
  std::ranges::set_difference(plain, wrapped, std::back_inserter(lost));
  // div and its children have other tags above them.
  EXPECT_EQ(count(lost, PlacelessKind::kName), 0U);
  EXPECT_EQ(count(lost, PlacelessKind::kText), 0U);
  EXPECT_EQ(count(lost, PlacelessKind::kTag), 3U);
}

TEST(PlacelessMarks, TagsThenNamesThenTexts) {
  const Marks marks = marks_in("<body class='b c'><p id=x>one");
  EXPECT_TRUE(std::ranges::is_sorted(marks, {}, placeless_kind));
  EXPECT_EQ(count(marks, PlacelessKind::kName), 3U);
  EXPECT_EQ(count(marks, PlacelessKind::kText), 1U);
  EXPECT_EQ(count(marks, PlacelessKind::kTag), 4U);
}

TEST(PlacelessMarks, UnknownTagsKeepTheirPlaces) {
  const Marks marks = marks_in("<body><x-app><p>one</p></x-app>");
  EXPECT_EQ(count(marks, PlacelessKind::kTag), 5U);  // html, head, body, x-app, p
  EXPECT_NE(marks, marks_in("<body><div><x-app><p>one</p></x-app></div>"));
}

TEST(PlacelessMarks, AsManyAsTheTreeHas) {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    const std::string page = test::random_page(random, 30);
    dom::Builder builder;
    const dom::Tree& tree = builder.build(page, {.text = true});
    const std::vector<std::uint64_t> places = features::marks(tree);
    const bool has_unknown =
        std::ranges::any_of(tree.tags, [](html::TagId tag) { return tag >= html::kKnownTagEnd; });
    const Marks marks = placeless_marks(places);
    std::set<std::uint32_t> others;
    for (const std::uint32_t mark : marks) {
      if (placeless_kind(mark) != PlacelessKind::kTag) others.insert(mark);
    }
    EXPECT_EQ(others, reference::names_and_texts(places)) << page;
    if (has_unknown) continue;
    EXPECT_EQ(count(marks, PlacelessKind::kTag), reference::tag_triples(tree).size()) << page;
  }
}

}  // namespace
}  // namespace pagekin::recognise
