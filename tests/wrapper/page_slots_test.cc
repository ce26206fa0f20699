#include "pagekin/wrapper/page_slots.h"

#include <gtest/gtest.h>

#include "support/slot_pages.h"

namespace pagekin::wrapper {
namespace {

using test::slots_of;

TEST(PageSlots, TextsComeFirstThenAttributesThenJson) {
  const PageSlots page = slots_of(
      "<title>T</title><p>one <b>two</b> three</p><a href='/x?a=1&amp;b=2'>four</a>"
      "<script type='application/ld+json'>{\"@type\": \"Product\", \"offers\": [{\"price\": "
      "12.50}]}"
      "</script><script>no()</script><style>no{}</style>");
  ASSERT_EQ(page.text_count, 5U);
  EXPECT_EQ(page.value(0), "T");
  EXPECT_EQ(page.value(1), "one");
  EXPECT_EQ(page.value(2), "two");
  EXPECT_EQ(page.value(3), "three");
  EXPECT_EQ(page.value(4), "four");
  EXPECT_EQ(page.slots[5].source, Source::kHref);
  EXPECT_EQ(page.value(5), "/x?a=1&b=2");
  EXPECT_EQ(page.slots[5].previous, 3U);
  ASSERT_EQ(page.first_json, 6U);
  EXPECT_EQ(page.json_path(6), "Product.offers.price");
  EXPECT_EQ(page.value(6), "12.50");
}

TEST(PageSlots, NumbersTextsOfAnElementFromBothEnds) {
  const PageSlots page = slots_of("<p>one <b>two</b> three</p>");
  EXPECT_EQ(page.slots[0].index, 0U);
  EXPECT_EQ(page.slots[0].index_last, 1U);
  EXPECT_EQ(page.slots[2].index, 1U);
  EXPECT_EQ(page.slots[2].index_last, 0U);
  EXPECT_EQ(page.elements[page.slots[0].element].first_text, 0U);
  EXPECT_EQ(page.elements[page.slots[0].element].last_text, 2U);
}

TEST(PageSlots, NumbersSiblingsOfANameFromBothEnds) {
  const PageSlots page = slots_of("<div><p>a<span>b</span></p><ul></ul><p>c</p><p>d</p></div>");
  const Element& last = page.elements[page.slots[3].element];
  EXPECT_EQ(last.nth, 3U);
  EXPECT_EQ(last.nth_last, 1U);
  EXPECT_EQ(last.child, 4U);
  const Element& first = page.elements[page.slots[0].element];
  EXPECT_EQ(first.nth, 1U);
  EXPECT_EQ(first.nth_last, 3U);
}

TEST(PageSlots, BlankTextsAreNone) { EXPECT_EQ(slots_of("<p>&nbsp; </p><p> </p>").text_count, 0U); }

constexpr std::string_view kCart =
    "<p>before</p><b class='x y' DATA-Price=' 12&amp;\n5 ' data-sku=7 style='a' onclick='b()' "
    "data-src=p.png title=t>in</b><i data-price=13 data-empty=''>after</i>"
    "<script type='application/ld+json'>{\"a\": \"b\"}</script>";

TEST(PageSlots, OtherAttributesAreSlotsOnlyIfAskedForByName) {
  const PageSlots plain = slots_of(kCart);
  EXPECT_TRUE(plain.others.empty());
  const PageSlots page = slots_of(kCart, {.names = {"data-price", "style", "data-none"}});
  ASSERT_EQ(page.slots.size(), plain.slots.size() + 2);
  const auto first = static_cast<std::uint32_t>(plain.slots.size());
  EXPECT_EQ(page.value(first), "12& 5");
  EXPECT_EQ(page.slots[first].source, Source::kOther);
  EXPECT_EQ(page.slots[first].previous, 0U);  // the text "before"
  EXPECT_EQ(page.attribute_name(page.slots[first]), "data-price");
  EXPECT_EQ(page.value(first + 1), "13");
  EXPECT_EQ(page.slots[first + 1].previous, 1U);
  EXPECT_EQ(page.attribute_name(page.slots[first - 2]), "title");
}

TEST(PageSlots, OtherAttributesBecomeSlotsLater) {
  const PageSlots plain = slots_of(kCart);
  PageSlots page = slots_of(kCart, {.keep_others = true});
  ASSERT_EQ(page.slots.size(), plain.slots.size());
  EXPECT_EQ(page.other_names,
            (std::vector<std::string>{"class", "data-price", "data-sku", "data-src", "type"}));
  EXPECT_EQ(page.names_with("7"), std::vector<std::string>{"data-sku"});
  EXPECT_TRUE(page.names_with("8").empty());
  const std::vector<std::string> sku = {"data-sku"};
  page.take_others(sku);
  page.take_others(sku);
  const std::vector<std::string> more = {"data-sku", "data-src"};
  page.take_others(more);
  ASSERT_EQ(page.slots.size(), plain.slots.size() + 2);
  EXPECT_EQ(page.value(static_cast<std::uint32_t>(plain.slots.size())), "7");
  EXPECT_EQ(page.slots.back().source, Source::kDataSrc);
  EXPECT_EQ(page.attribute_name(page.slots.back()), "data-src");
}

TEST(PageSlots, HashesDoNotChange) {
  // Wrapper files hold them.
  const PageSlots page = slots_of("<p class='a b' id=c itemprop=d>x</p>");
  const Element& element = page.elements[page.slots[0].element];
  EXPECT_EQ(element.token_count, 2U);
  EXPECT_EQ(element.pair_count, 1U);
  EXPECT_EQ(page.slots[0].hash, slots_of("<b> x </b>").slots[0].hash);
  EXPECT_EQ(element.id, slots_of("<i id=c>y</i>").elements.back().id);
}

}  // namespace
}  // namespace pagekin::wrapper
