#include "pagekin/wrapper/choose_template.h"

#include <initializer_list>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/hash.h"
#include "pagekin/features/marks.h"

namespace pagekin::wrapper {
namespace {

using Marks = std::vector<std::uint64_t>;

// A mark that is a class name at this place.
std::uint64_t class_at(std::uint64_t place, std::uint64_t name) {
  return features::make_mark(place << 32, features::MarkKind::kClass, name);
}

// Class names at one place.
Marks classes(std::initializer_list<std::uint64_t> names, std::uint64_t place = 1) {
  Marks marks;
  for (const std::uint64_t name : names) marks.push_back(class_at(place, name));
  return marks;
}

Wrapper two_templates() {
  Wrapper wrapper;
  const std::vector<Marks> products = {classes({1, 2, 3, 10, 11, 12, 50}),
                                       classes({1, 2, 3, 10, 11, 12, 51})};
  const std::vector<Marks> lists = {classes({1, 2, 3, 20, 21, 22, 60}),
                                    classes({1, 2, 3, 20, 21, 22, 61})};
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
  const TemplateChooser chooser(wrapper);
  EXPECT_EQ(chooser.choose(classes({1, 2, 3, 10, 11, 12, 99})).number, 0U);
  EXPECT_EQ(chooser.choose(classes({1, 2, 3, 20, 21, 22, 99})).number, 1U);
  const ChosenTemplate other = chooser.choose(classes({1, 70, 71, 72, 73, 74, 75, 76}));
  EXPECT_EQ(other.number, kNone);
  EXPECT_NE(other.nearest, kNone);
  const Wrapper empty;
  EXPECT_EQ(TemplateChooser(empty).choose(Marks{1}).nearest, kNone);
}

TEST(ChooseTemplate, AKnownPageKeepsItsTemplateWhenThatMoves) {
  Wrapper wrapper = two_templates();
  wrapper.templates[0].fields.emplace_back().name = "title";
  set_addresses({hash_bytes("http://a.example/1")}, wrapper.templates[0]);
  const TemplateChooser chooser(wrapper);
  // The moved page has a little more of the other template.
  const Marks moved = classes({1, 2, 10, 20, 21, 80, 81, 82});
  EXPECT_NE(chooser.choose(moved).number, 0U);
  const ChosenTemplate known = chooser.choose(moved, "http://a.example/1");
  EXPECT_EQ(known.number, 0U);
  EXPECT_EQ(known.home, 0U);
  EXPECT_NE(chooser.choose(moved, "http://a.example/2").number, 0U);
}

TEST(ChooseTemplate, AKnownPageMayBecomeAnother) {
  Wrapper wrapper = two_templates();
  set_addresses({hash_bytes("http://a.example/1")}, wrapper.templates[0]);
  const TemplateChooser chooser(wrapper);
  EXPECT_EQ(chooser.choose(classes({1, 2, 3, 20, 21, 22, 60}), "http://a.example/1").number, 1U);
  EXPECT_EQ(chooser.choose(classes({70, 71, 72, 73}), "http://a.example/1").number, kNone);
}

TEST(ChooseTemplate, AnElementAroundThePageChangesNothing) {
  const Wrapper wrapper = two_templates();
  EXPECT_EQ(TemplateChooser(wrapper).choose(classes({1, 2, 3, 10, 11, 12, 99}, 7)).number, 0U);
}

TEST(ChooseTemplate, APageOfATemplateWithoutFieldsMayHaveTheFieldsOfASimilarOne) {
  Wrapper wrapper = two_templates();
  wrapper.templates[0].fields.emplace_back();
  const TemplateChooser chooser(wrapper);
  const ChosenTemplate product = chooser.choose(classes({1, 2, 3, 10, 11, 12}));
  EXPECT_EQ(product.number, 0U);
  EXPECT_EQ(product.candidate, kNone);
  const ChosenTemplate both = chooser.choose(classes({1, 2, 3, 10, 11, 12, 20, 21, 22, 60}));
  EXPECT_EQ(both.number, 1U);
  EXPECT_EQ(both.candidate, 0U);
  const ChosenTemplate list = chooser.choose(classes({1, 2, 3, 20, 21, 22}));
  EXPECT_EQ(list.number, 1U);
  EXPECT_EQ(list.candidate, kNone);
}

TEST(ChooseTemplate, FieldsThatAllPagesHaveMustBeThere) {
  TemplateRules rules;
  FieldRule& title = rules.fields.emplace_back();
  title.profile = {.pages = 10, .filled = 10, .agreement = 0.9};
  FieldRule& note = rules.fields.emplace_back();
  note.profile = {.pages = 10, .filled = 3, .agreement = 0.9};
  std::vector<FoundField> found(2);
  EXPECT_FALSE(has_usual_fields(rules, found));
  found[0] = {.state = FieldState::kFound, .values = {"x"}, .agreement = 0.8};
  EXPECT_TRUE(has_usual_fields(rules, found));
  found[0].agreement = 0.4;
  EXPECT_FALSE(has_usual_fields(rules, found));
}

}  // namespace
}  // namespace pagekin::wrapper
