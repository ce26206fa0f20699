#include "pagekin/skeleton/page_nodes.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "skeleton/learned.h"

namespace pagekin::skeleton {
namespace {

std::vector<std::string> texts_of(const PageNodes& page) {
  std::vector<std::string> texts;
  for (const Value& text : page.texts) texts.emplace_back(page.text(text));
  return texts;
}

std::vector<std::string> values_of(const PageNodes& page) {
  std::vector<std::string> all;
  for (const Value& value : page.attributes) {
    all.push_back(std::string(to_text(value.source)) + " " + std::string(page.name(value)) + "=" +
                  std::string(page.text(value)));
  }
  return all;
}

TEST(PageNodes, TextsAreWhatAReaderSees) {
  const PageNodes page = nodes_of(
      "<p> a&amp;b \n c&nbsp;\xc2\xa0 d</p><script>var x;</script><style>b{}</style>"
      "<p>\xe2\x80\x8b \xe2\x80\x82</p><p>e<b>f</b>g</p>");
  EXPECT_EQ(texts_of(page), (std::vector<std::string>{"a&b c d", "e", "f", "g"}));
}

TEST(PageNodes, OrderOfATextIsTheNumberOfElementsBeforeIt) {
  const PageNodes page = nodes_of("<p>a<b>b</b>c<i></i>d</p>");
  ASSERT_EQ(page.texts.size(), 4U);
  EXPECT_EQ(page.texts[0].order, 0U);
  EXPECT_EQ(page.texts[2].order, 1U);
  EXPECT_EQ(page.texts[3].order, 2U);
}

TEST(PageNodes, WhiteSpaceBetweenTextsIsKnown) {
  const PageNodes page = nodes_of("<p>H<sub>2</sub>O is <b>wet</b> <i>now</i></p>");
  ASSERT_EQ(page.texts.size(), 5U);
  EXPECT_FALSE(page.texts[1].space_before);
  EXPECT_FALSE(page.texts[2].space_before);
  EXPECT_TRUE(page.texts[3].space_before);
  EXPECT_TRUE(page.texts[4].space_before);
}

TEST(PageNodes, NamesOfAnElement) {
  const PageNodes page = nodes_of("<x-card class=' b  a' id=i itemprop=name>t</x-card>");
  const std::uint32_t element = page.texts.front().element;
  std::vector<std::string> names;
  for (const Name& name : page.names_of(element)) names.emplace_back(page.text(name));
  EXPECT_EQ(names, (std::vector<std::string>{"x-card", "b", "a", "i", "name"}));
  EXPECT_EQ(tag_name(page, element), "x-card");
}

TEST(PageNodes, ValuesOfAttributes) {
  const PageNodes page = nodes_of(
      "<meta property='og:Title' content='T'><meta charset=utf-8>"
      "<a href=' /x?a=1&amp;b '>l</a><img src=s.png data-src=late.png alt='An image'>"
      "<time datetime=2024-01-02>then</time><span itemprop=sku content=77></span>");
  EXPECT_EQ(values_of(page),
            (std::vector<std::string>{"meta og:title=T", "href =/x?a=1&b", "src =late.png",
                                      "alt =An image", "datetime =2024-01-02", "content =77"}));
}

TEST(PageNodes, LeavesOfJsonLd) {
  const PageNodes page = nodes_of(
      "<script type='application/ld+json'>{\"@context\":\"x\",\"@graph\":[{\"@type\":\"Product\","
      "\"name\":\"Kettle\",\"offers\":{\"@type\":\"Offer\",\"price\":12.50},\"tags\":[\"a\",\"b\"]}"
      ",{\"@type\":\"Person\",\"name\":\"Ann\"}]}</script>");
  EXPECT_EQ(values_of(page),
            (std::vector<std::string>{
                "json-ld Product.name=Kettle", "json-ld Product.offers.price=12.50",
                "json-ld Product.tags=a", "json-ld Product.tags=b", "json-ld Person.name=Ann"}));
}

TEST(PageNodes, DamagedAndDeepJsonLdCostsOnlyItself) {
  const std::string deep(100'000, '[');
  const PageNodes page = nodes_of(
      "<script type=application/ld+json>{\"name\":\"a\",\"b\":</script>"
      "<script type=application/ld+json>" +
      deep + "</script><p>t</p>");
  EXPECT_EQ(values_of(page), (std::vector<std::string>{"json-ld name=a"}));
  EXPECT_EQ(texts_of(page), (std::vector<std::string>{"t"}));
}

TEST(PageNodes, IsAsLongAsTheLimits) {
  const PageNodes page =
      nodes_of("<p>one</p><p>two</p><p>three</p>", {.max_elements = 4, .max_texts = 1});
  EXPECT_EQ(page.nodes.size(), 4U);
  EXPECT_EQ(texts_of(page), (std::vector<std::string>{"one"}));
  const PageNodes cut = nodes_of("<p>\xc3\xa4\xc3\xb6</p>", {.max_text_bytes = 3});
  EXPECT_EQ(texts_of(cut), (std::vector<std::string>{"\xc3\xa4"}));
  EXPECT_EQ(cut.texts[0].hash, nodes_of("<p>\xc3\xa4\xc3\xb6</p>").texts[0].hash);
}

TEST(PageNodes, SourcesThatAreNotWantedAreNotRead) {
  const PageNodes page = nodes_of("<a class=c href=x>t</a>", {.keep_names = false, .sources = 0});
  EXPECT_TRUE(page.attributes.empty());
  EXPECT_TRUE(page.name_bytes.empty());
  EXPECT_EQ(page.names.size(), 1U);
  EXPECT_EQ(page.names[0].hash, nodes_of("<a class=c>t</a>").names[0].hash);
}

}  // namespace
}  // namespace pagekin::skeleton
