#include "pagekin/dom/siblings.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"
#include "pagekin/dom/build.h"

namespace pagekin::dom {
namespace {

// The slow twin: looks at all elements for each.
SiblingNumber number_slowly(const Tree& tree, std::uint32_t element) {
  SiblingNumber number;
  for (std::uint32_t i = 1; i < tree.size(); ++i) {
    if (element == 0 || i == element || tree.parents[i] != tree.parents[element]) continue;
    const bool is_alike = tree.tags[i] == tree.tags[element];
    number.child += i < element ? 1 : 0;
    number.nth += is_alike && i < element ? 1 : 0;
    number.nth_last += is_alike && i > element ? 1 : 0;
  }
  return number;
}

TEST(Siblings, NumbersAndTextsAreThoseOfASlowSearch) {
  Random random(7);
  const std::string_view names[] = {"div", "p", "span", "x-one", "x-two", "b", "ul", "li"};
  Builder builder;
  for (int round = 0; round < 60; ++round) {
    std::string html;
    for (int i = 0; i < 40; ++i) {
      const std::string name(names[random.below(std::size(names))]);
      html += random.below(3) == 0 ? "</" + name + ">" : "<" + name + ">";
      if (random.below(2) == 0) html += "text";
    }
    const Tree& tree = builder.build(html, {.all_attributes = true, .text = true});
    std::vector<SiblingNumber> numbers;
    number_siblings(tree, numbers);
    const OwnTexts own(tree);
    for (std::uint32_t i = 0; i < tree.size(); ++i) {
      const SiblingNumber wanted = number_slowly(tree, i);
      EXPECT_EQ(numbers[i].child, wanted.child) << html;
      EXPECT_EQ(numbers[i].nth, wanted.nth) << html;
      EXPECT_EQ(numbers[i].nth_last, wanted.nth_last) << html;
      std::vector<std::uint32_t> texts;
      for (std::uint32_t t = 0; t < tree.texts.size(); ++t) {
        if (tree.texts[t].parent == i) texts.push_back(t);
      }
      EXPECT_TRUE(std::ranges::equal(own.of(i), texts)) << html;
    }
  }
}

TEST(Siblings, ManyNamesInOneParentAreToldApart) {
  std::string html = "<body>";
  for (int turn = 0; turn < 2; ++turn) {
    for (int i = 0; i < 200; ++i) {
      const std::string name = "x-" + std::to_string(i);
      html += "<" + name + "></" + name + ">";
    }
  }
  Builder builder;
  const Tree& tree = builder.build(html, {.all_attributes = true, .text = true});
  std::vector<SiblingNumber> numbers;
  number_siblings(tree, numbers);
  EXPECT_EQ(numbers.back().child, 400U);
  EXPECT_EQ(numbers.back().nth, 2U);
  EXPECT_EQ(numbers.back().nth_last, 1U);
}

}  // namespace
}  // namespace pagekin::dom
