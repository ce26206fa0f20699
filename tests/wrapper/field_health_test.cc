#include "pagekin/wrapper/field_health.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/wrapper/learn.h"

#include "support/slot_pages.h"

namespace pagekin::wrapper {
namespace {

// A list with short values and a button after each.
std::string page_of_goods(int page) {
  std::string goods;
  for (int i = 0; i < 3 + page % 4; ++i) {
    const std::string name(4, static_cast<char>('a' + (page * 5 + i) % 26));
    goods += "<li><a class=name>" + name + "</a><button>Quick View</button></li>";
  }
  return "<html><body><h1>Goods " + std::to_string(page) + "</h1><ul>" + goods +
         "</ul></body></html>";
}

TEST(FieldHealth, AListIsSoundOnThePagesThatItWasLearnedFrom) {
  test::SlotPages pages;
  for (int i = 0; i < 12; ++i) pages.add(page_of_goods(i));
  const std::vector<LabelledField> fields = {{"names", {{0, {"aaaa", "bbbb", "cccc"}, {}}}}};
  TemplateRules rules;
  learn_fields(pages.all(), {}, fields, {}, rules);
  ASSERT_EQ(rules.fields.size(), 1U);
  const FieldRule& rule = rules.fields.front();
  EXPECT_EQ(rule.profile.examples.front(), "aaaa");
  Applier applier(rules);
  FieldHealth health;
  std::vector<FoundField> found;
  for (int i = 0; i < 12; ++i) {
    applier.apply(pages[static_cast<std::size_t>(i)], {}, found);
    health.add(rule, found.front(), {});
  }
  EXPECT_EQ(health.filled, 12U);
  EXPECT_EQ(health.known, 12U);
  EXPECT_EQ(diagnose(rule, health).state, HealthState::kSound);
}

}  // namespace
}  // namespace pagekin::wrapper
