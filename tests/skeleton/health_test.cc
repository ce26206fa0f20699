#include "pagekin/skeleton/health.h"

#include <gtest/gtest.h>

namespace pagekin::skeleton {
namespace {

TEST(Health, AFallThatChanceExplainsIsNone) {
  const Fill before{.pages = 100, .filled = 90};
  EXPECT_EQ(diagnose_fill(before, {.pages = 100, .filled = 85}).state, HealthState::kSound);
  EXPECT_EQ(diagnose_fill(before, {.pages = 4, .filled = 2}).state, HealthState::kSound);
  EXPECT_EQ(diagnose_fill(before, {.pages = 2, .filled = 0}).state, HealthState::kUnknown);
  const Diagnosis fallen = diagnose_fill(before, {.pages = 40, .filled = 4});
  EXPECT_EQ(fallen.state, HealthState::kBroken);
  EXPECT_EQ(fallen.reason, "filled on 10 % of the pages, before on 90 %");
}

TEST(Health, RareColumnsMayBeAbsent) {
  EXPECT_EQ(diagnose_fill({.pages = 50, .filled = 5}, {.pages = 20, .filled = 0}).state,
            HealthState::kSound);
}

TEST(Health, ValuesOfAnotherTypeAreBroken) {
  TemplateModel model;
  model.pages = 20;
  Slot slot;
  slot.pages = 20;
  slot.type = ValueType::kMoney;
  const Fill all{.pages = 10, .filled = 10};
  EXPECT_EQ(diagnose(model, slot, {.fill = all, .typed = 9}).state, HealthState::kSound);
  EXPECT_EQ(diagnose(model, slot, {.fill = all, .typed = 1}).state, HealthState::kBroken);
  slot.type = ValueType::kText;
  EXPECT_EQ(diagnose(model, slot, {.fill = all, .typed = 0}).state, HealthState::kSound);
}

TEST(Health, ATemplateIsGoneIfPagesOfNoTemplateTakeItsPlace) {
  const Spread sound{.learned = 60, .all_learned = 100, .pages = 55, .unknown = 5, .all = 100};
  EXPECT_FALSE(is_gone(sound));
  Spread gone = sound;
  gone.pages = 0;
  gone.unknown = 60;
  EXPECT_TRUE(is_gone(gone));
  // A run that has only pages of other templates says nothing of this one.
  gone.unknown = 0;
  EXPECT_FALSE(is_gone(gone));
}

}  // namespace
}  // namespace pagekin::skeleton
