#include "pagekin/wrapper/second_look.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/hash.h"
#include "pagekin/wrapper/field_health.h"
#include "pagekin/wrapper/learn.h"
#include "pagekin/wrapper/place_labels.h"
#include "pagekin/wrapper/reserve_places.h"
#include "pagekin/wrapper/value_text.h"

#include "support/slot_pages.h"

namespace pagekin::wrapper {
namespace {

constexpr int kPeople = 14;

std::string person(int i) {
  return "Person " + std::string(1, static_cast<char>('A' + i)) + " Miller";
}

// The name stands in a menu and in a heading.
std::string page_with_menu(int i) {
  return "<body><div class=side><h3>This page</h3><ul><li><a href=#>" + person(i) +
         "</a></li></ul><h3>Credits</h3></div><div class=body><div class=section><h1>" + person(i) +
         "<a class=anchor>#</a></h1><p>text " + std::to_string(37 * i) + "</p></div></div></body>";
}

// Without the menu.
std::string page_without_menu(int i) {
  return "<body><div class=side><h3>Credits</h3></div><div class=body><div class=section><h1>" +
         person(i) + "<a class=anchor>#</a></h1><p>text " + std::to_string(37 * i) +
         "</p></div></div></body>";
}

struct People {
  People() {
    for (int i = 0; i < kPeople; ++i) {
      before.add(page_with_menu(i));
      after.add(page_without_menu(i));
      names.push_back("http://people.example/" + std::to_string(i));
    }
    addresses.assign(names.begin(), names.end());
    // The label is that in the menu, the first of two.
    const PageSlots& labelled = *before.all()[0];
    const auto texts = static_cast<std::uint32_t>(labelled.text_count);
    std::uint32_t menu = 0;
    for (std::uint32_t i = texts; i-- > 0;) {
      for (std::uint32_t k = i + 1; k < texts; ++k) {
        if (labelled.slots[i].hash == labelled.slots[k].hash) menu = i;
      }
    }
    std::vector<LabelledField> fields = {{"name", {{0, {}, {}}}}};
    fields[0].labels[0].places.push_back(place_of_slot(labelled, menu));
    learn_fields(before.all(), addresses, fields, {}, rules);
  }

  std::vector<std::string> found_after(bool is_moved) {
    std::vector<std::string> values;
    Applier applier(rules);
    SecondLook again(rules, {});
    std::vector<FoundField> found;
    for (std::size_t i = 0; i < after.size(); ++i) {
      applier.apply(after[i], addresses[i], found);
      again.look(after[i], addresses[i], is_moved, found);
      const bool has_value = found[0].state == FieldState::kFound;
      values.push_back(has_value ? found[0].values[0] : "");
      if (has_value && found[0].is_doubtful) {
        EXPECT_LE(found[0].confidence, kDoubtfulConfidence);
        ++doubtful;
      }
    }
    return values;
  }

  test::SlotPages before;
  test::SlotPages after;
  std::vector<std::string> names;
  std::vector<std::string_view> addresses;
  TemplateRules rules;
  int doubtful = 0;
};

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (int i = 0; i < kPeople; ++i) names.push_back(person(i));
  return names;
}

TEST(SecondLook, ASecondPlaceIsLearnedAndServesWhenTheFirstIsGone) {
  People people;
  learn_reserve(people.before.all(), people.addresses, people.rules);
  ASSERT_EQ(people.rules.reserve.size(), 1U);
  EXPECT_EQ(people.rules.reserve[0].fields.at(0).name, "name");
  EXPECT_EQ(people.found_after(false), all_names());
}

TEST(SecondLook, AValueThatStandsOnceHasNoSecondPlace) {
  test::SlotPages pages;
  std::vector<std::string> names;
  for (int i = 0; i < kPeople; ++i) {
    pages.add(page_without_menu(i));
    names.push_back("http://people.example/" + std::to_string(i));
  }
  const std::vector<std::string_view> addresses(names.begin(), names.end());
  TemplateRules rules;
  const std::vector<LabelledField> fields = {{"name", {{0, {person(0)}, {}}}}};
  learn_fields(pages.all(), addresses, fields, {}, rules);
  ASSERT_EQ(rules.fields.size(), 1U);
  learn_reserve(pages.all(), addresses, rules);
  EXPECT_TRUE(rules.reserve.empty());
}

TEST(SecondLook, AFieldThatManyPagesLackIsNotLookedForAgain) {
  People people;
  learn_reserve(people.before.all(), people.addresses, people.rules);
  people.rules.fields[0].profile.filled = people.rules.fields[0].profile.pages / 2;
  const std::vector<std::string> values = people.found_after(true);
  EXPECT_EQ(people.doubtful, 0);
}

TEST(SecondLook, APageHasMovedIfItHasFewerMarksThanUsual) {
  TemplateRules rules;
  rules.typical = 0.8F;
  EXPECT_TRUE(has_moved(rules, 0.7));
  EXPECT_FALSE(has_moved(rules, 0.9));
  EXPECT_FALSE(may_find_more(rules, false));
  EXPECT_TRUE(may_find_more(rules, true));
  rules.fields.emplace_back().is_aged = true;
  EXPECT_TRUE(may_find_more(rules, false));
}

// ---- What health makes of it.

FieldRule name_rule() {
  FieldRule rule;
  rule.profile.pages = 20;
  rule.profile.filled = 20;
  rule.profile.agreement = 1;
  for (int i = 0; i < kPeople; ++i) {
    rule.profile.shapes.push_back(value_shape(person(i)));
    const std::uint64_t hash = hash_bytes(person(i));
    rule.profile.values.push_back(hash);
    rule.profile.page_values.push_back(hash_on_page(std::to_string(i), hash));
  }
  std::ranges::sort(rule.profile.values);
  std::ranges::sort(rule.profile.page_values);
  return rule;
}

FoundField found_value(std::string value, double agreement, bool is_doubtful) {
  FoundField found;
  found.state = FieldState::kFound;
  found.values.push_back(std::move(value));
  found.agreement = agreement;
  found.is_doubtful = is_doubtful;
  return found;
}

TEST(FieldHealth, DoubtfulValuesCountIfKnownPagesConfirmThem) {
  const FieldRule rule = name_rule();
  FieldHealth right;
  FieldHealth others;
  FieldHealth unknown;
  for (int i = 0; i < 10; ++i) {
    right.add(rule, found_value(person(i), 1, true), std::to_string(i));
    others.add(rule, found_value(person(i + 1), 1, true), std::to_string(i));
    unknown.add(rule, found_value(person(i), 1, true));
  }
  EXPECT_EQ(diagnose(rule, right).state, HealthState::kSound);
  EXPECT_EQ(diagnose(rule, others).state, HealthState::kBroken);
  EXPECT_EQ(diagnose(rule, unknown).state, HealthState::kBroken);
}

// The title of the window in place of the heading: filled, and the selectors agree rather well.
TEST(FieldHealth, OtherValuesOfWhichNoneIsKnownAreABreak) {
  const FieldRule rule = name_rule();
  FieldHealth now;
  now.pages = now.filled = 10;
  now.agreement_sum = 8.3;
  now.shape_sum = 3.7;
  EXPECT_EQ(diagnose(rule, now).state, HealthState::kBroken);
  FieldHealth known = now;
  known.known = 5;
  EXPECT_EQ(diagnose(rule, known).state, HealthState::kSound);
  FieldHealth alike = now;
  alike.shape_sum = 9;
  EXPECT_EQ(diagnose(rule, alike).state, HealthState::kSound);
}

}  // namespace
}  // namespace pagekin::wrapper
