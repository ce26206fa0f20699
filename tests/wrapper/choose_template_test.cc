#include "pagekin/wrapper/choose_template.h"

#include <vector>

#include <gtest/gtest.h>

namespace pagekin::wrapper {
namespace {

using Marks = std::vector<std::uint64_t>;

Wrapper two_templates() {
  Wrapper wrapper;
  const std::vector<Marks> products = {{1, 2, 3, 10, 11, 12, 50}, {1, 2, 3, 10, 11, 12, 51}};
  const std::vector<Marks> lists = {{1, 2, 3, 20, 21, 22, 60}, {1, 2, 3, 20, 21, 22, 61}};
  set_marks(products, wrapper.templates.emplace_back());
  set_marks(lists, wrapper.templates.emplace_back());
  return wrapper;
}

TEST(ChooseTemplate, KeepsMarksOfMostPages) {
  const std::vector<Marks> pages = {{1, 2, 50}, {1, 2, 51}, {1, 3, 52}};
  TemplateRules rules;
  set_marks(pages, rules);
  EXPECT_EQ(rules.marks, (Marks{1, 2}));
  EXPECT_GT(rules.typical, 0);
}

TEST(ChooseTemplate, TakesTheNearestThatIsNearEnough) {
  const Wrapper wrapper = two_templates();
  EXPECT_EQ(choose_template(wrapper, Marks{1, 2, 3, 10, 11, 12, 99}).number, 0U);
  EXPECT_EQ(choose_template(wrapper, Marks{1, 2, 3, 20, 21, 22, 99}).number, 1U);
  const ChosenTemplate other = choose_template(wrapper, Marks{1, 2, 70, 71, 72, 73});
  EXPECT_EQ(other.number, kNone);
  EXPECT_NE(other.nearest, kNone);
  EXPECT_EQ(choose_template({}, Marks{1}).nearest, kNone);
}

}  // namespace
}  // namespace pagekin::wrapper
