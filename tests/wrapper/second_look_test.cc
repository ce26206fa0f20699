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

// Without the menu, and with more around the heading.
std::string page_of_new_frame(int i) {
  return "<body><header><h3>Credits</h3></header><main><div class=notice><p>Read this</p></div>"
         "<div class=body><div class=section><h1>" +
         person(i) + "<a class=anchor>#</a></h1><p>text " + std::to_string(37 * i) +
         "</p></div></div></main></body>";
}

struct People {
  explicit People(std::string (*page_after)(int) = page_without_menu) {
    for (int i = 0; i < kPeople; ++i) {
      before.add(page_with_menu(i));
      after.add(page_after(i));
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

  std::vector<std::string> found_after(bool is_moved, const ApplyOptions& options = {}) {
    std::vector<std::string> values;
    Applier applier(rules, options);
    SecondLook again(rules, options);
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

// All around the second place is new, too, so that some of its selectors are silent. Silence
// counts, but on a page that is known to have moved.
TEST(SecondLook, ASecondPlaceServesOnAPageThatHasMoved) {
  People people(page_of_new_frame);
  learn_reserve(people.before.all(), people.addresses, people.rules);
  ASSERT_EQ(people.rules.reserve.size(), 1U);
  const ApplyOptions strict{.veto = 0.01};
  const std::vector<std::string> not_moved = people.found_after(false, strict);
  EXPECT_EQ(std::ranges::count(not_moved, ""), kPeople);
  EXPECT_EQ(people.found_after(true, strict), all_names());
  EXPECT_EQ(people.doubtful, kPeople);
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

// A field that every page had and a third of the pages lack now is broken, also if the others have
// it as before; a field that was often absent is not.
TEST(FieldHealth, AFieldOfEveryPageIsBrokenIfManyPagesLackIt) {
  FieldRule rule = name_rule();
  FieldHealth now;
  now.pages = 100;
  const auto fill = [&](std::uint32_t filled) {
    now.filled = now.known = filled;
    now.agreement_sum = now.shape_sum = filled;
    return diagnose(rule, now).state;
  };
  EXPECT_EQ(fill(65), HealthState::kBroken);
  EXPECT_EQ(fill(85), HealthState::kSound);
  rule.profile.filled = 17;
  EXPECT_EQ(fill(65), HealthState::kSound);
}

// Titles are of all lengths, dates are not.
TEST(SecondLook, AValueMustBeAsSimilarAsKnownOnesAre) {
  People people(page_of_new_frame);
  learn_reserve(people.before.all(), people.addresses, people.rules);
  std::vector<ValueShape>& shapes = people.rules.fields[0].profile.shapes;
  shapes.assign(20, value_shape("2020-10-12"));
  people.found_after(true);
  EXPECT_EQ(people.doubtful, 0);
  shapes[3] = value_shape("Miller");
  shapes[5] = value_shape("X");
  shapes[7] = value_shape("12:30 and 14:50");
  people.found_after(true);
  EXPECT_EQ(people.doubtful, kPeople);
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
