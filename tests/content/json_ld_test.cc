#include "pagekin/content/json_ld.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/dom/build.h"

namespace pagekin::content {
namespace {

using Leaves = std::vector<std::pair<std::string, std::string>>;

Leaves leaves_of(std::string_view json) {
  Leaves leaves;
  read_json_ld(json, [&](std::string_view path, std::string_view value) {
    leaves.emplace_back(path, value);
  });
  return leaves;
}

TEST(JsonLd, LeavesHaveThePathThatLeadsToThem) {
  EXPECT_EQ(
      leaves_of(
          R"({"@type": "Product", "name": "Pan", "offers": [{"price": 12.50}, {"price": 3}]})"),
      (Leaves{{"Product.name", "Pan"},
              {"Product.offers.price", "12.50"},
              {"Product.offers.price", "3"}}));
  EXPECT_EQ(leaves_of(R"({"@graph": [{"@type": "Person", "name": "A"}, {"name": "B"}]})"),
            (Leaves{{"Person.name", "A"}, {"name", "B"}}));
}

TEST(JsonLd, DamageCostsWhatFollows) {
  EXPECT_EQ(leaves_of("{\"a\": 1, \"b\": ").size(), 1U);
  EXPECT_TRUE(leaves_of("no json").empty());
  EXPECT_TRUE(leaves_of(std::string(100'000, '[')).empty());
}

TEST(JsonLd, LongNamesAreCut) {
  const Leaves leaves = leaves_of("{\"" + std::string(100'000, 'n') + "\": 1}");
  ASSERT_EQ(leaves.size(), 1U);
  EXPECT_EQ(leaves[0].first.size(), 200U);
}

// What json_ld_of() gives for the texts of a page.
std::vector<std::string> scripts_of(std::string_view html) {
  dom::Builder builder;
  const dom::Tree& tree = builder.build(html, {.all_attributes = true, .text = true});
  std::vector<std::string> all;
  for (const dom::TextLeaf& text : tree.texts) all.push_back(json_ld_of(tree, text));
  return all;
}

TEST(JsonLd, IsTheTextOfItsScripts) {
  EXPECT_EQ(scripts_of("<p>a</p><script type=' Application/LD+JSON '>{1}</script>"
                       "<script type=text/json>{2}</script><script>{3}</script>"
                       "<p type=application/ld+json>{4}</p>"),
            (std::vector<std::string>{"", "{1}", "", "", ""}));
}

}  // namespace
}  // namespace pagekin::content
