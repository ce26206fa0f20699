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
