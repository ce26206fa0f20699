#include "pagekin/wrapper/learn.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/wrapper/apply.h"
#include "pagekin/wrapper/field_health.h"
#include "pagekin/wrapper/place_value.h"
#include "pagekin/wrapper/relocate.h"

#include "support/slot_pages.h"

namespace pagekin::wrapper {
namespace {

const char* const kNames[] = {"Kettle", "Pan", "Bowl", "Spoon", "Fork", "Knife", "Plate", "Cup"};

struct Product {
  std::string name;
  std::string price;
  std::string weight;  // empty: the row is absent
  std::vector<std::string> colours = {"red"};
};

std::vector<Product> products() {
  std::vector<Product> all;
  for (int i = 0; i < 8; ++i) {
    all.push_back({kNames[i], "$" + std::to_string(10 + 7 * i) + ".50",
                   i % 4 == 3 ? "" : std::to_string(200 + 31 * i) + " g"});
    if (i % 2 == 0) all.back().colours = {"blue", "green" + std::to_string(i)};
  }
  return all;
}

std::string page_of(const Product& product) {
  std::string html = "<html><head><title>" + product.name +
                     " - Shop</title></head><body>"
                     "<div class=nav><a href=/>Home</a> <a href=/all>All</a></div>"
                     "<h1 class=name>" +
                     product.name + "</h1><table>";
  html += "<tr><th>Price</th><td>" + product.price + "</td></tr>";
  if (!product.weight.empty()) html += "<tr><th>Weight</th><td>" + product.weight + "</td></tr>";
  html += "<tr><th>Stock</th><td>" + std::to_string(product.name.size() * 3) + "</td></tr></table>";
  html += "<p class=note>Only " + product.price + " today</p><ul class=colours>";
  for (const std::string& colour : product.colours) html += "<li>" + colour + "</li>";
  return html + "</ul><img src=/img/" + product.name + ".png alt='A " + product.name +
         "'></body></html>";
}

class LearnTest : public testing::Test {
 protected:
  LearnTest() {
    for (const Product& product : products_) pages_.add(page_of(product));
  }

  // The values on all pages, learned from labels on the first; "-": none.
  std::vector<std::string> extract(const std::string& value, std::uint32_t page = 0) {
    return extract_labels({{page, {value}, {}}});
  }
  std::vector<std::string> extract_labels(std::vector<FieldLabel> labels) {
    rules_ = {};
    const std::vector<LabelledField> fields = {{"field", std::move(labels)}};
    const std::vector<std::string_view> addresses(pages_.size(), "http://shop.example/p/1");
    learned_ = learn_fields(pages_.all(), addresses, fields, {}, rules_);
    std::vector<std::string> values;
    if (rules_.fields.empty()) return values;
    Applier applier(rules_);
    std::vector<FoundField> found;
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      applier.apply(pages_[i], addresses[i], found);
      std::string text = found[0].state == FieldState::kFound ? "" : "-";
      if (found[0].state == FieldState::kFound) {
        for (const std::string& one : found[0].values) text += (text.empty() ? "" : "|") + one;
      }
      values.push_back(text);
    }
    return values;
  }

  std::vector<Product> products_ = products();
  test::SlotPages pages_;
  TemplateRules rules_;
  std::vector<LearnedField> learned_;
};

TEST_F(LearnTest, OneLabelledPageIsEnough) {
  const std::vector<std::string> names = extract("Kettle");
  const std::vector<std::string> prices = extract("$10.50");
  ASSERT_EQ(names.size(), products_.size());
  for (std::size_t i = 0; i < products_.size(); ++i) {
    EXPECT_EQ(names[i], products_[i].name);
    EXPECT_EQ(prices[i], products_[i].price);
  }
}

TEST_F(LearnTest, AnAbsentFieldIsNotAnswered) {
  const std::vector<std::string> weights = extract("200 g");
  for (std::size_t i = 0; i < products_.size(); ++i) {
    EXPECT_EQ(weights[i], products_[i].weight.empty() ? "-" : products_[i].weight) << i;
  }
}

TEST(Labels, OfOtherFieldsTellThatAFieldIsAbsent) {
  // Half of the pages lack the weight; what stands in its row then looks alike.
  test::SlotPages pages;
  for (int i = 0; i < 10; ++i) {
    std::string html =
        "<main><table><tr><th>Price</th><td>" + std::to_string(10 + i) + "</td></tr>";
    if (i % 2 == 0) html += "<tr><th>Weight</th><td>" + std::to_string(30 + i) + "</td></tr>";
    pages.add(html + "<tr><th>Stock</th><td>" + std::to_string(50 + i) +
              "</td></tr></table></main>");
  }
  const std::vector<LabelledField> fields = {{"weight", {{0, {"30"}, {}}}}};
  TemplateRules rules;
  learn_fields(pages.all(), {}, fields, {}, rules);
  ASSERT_EQ(rules.fields.size(), 1U);
  EXPECT_FALSE(rules.fields[0].foreign_labels.empty());
  Applier applier(rules);
  std::vector<FoundField> found;
  for (int i = 0; i < 10; ++i) {
    applier.apply(pages[static_cast<std::size_t>(i)], {}, found);
    EXPECT_EQ(found[0].state, i % 2 == 0 ? FieldState::kFound : FieldState::kAbsent) << i;
  }
}

// The states of a field on pages of which every second one lacks it.
std::vector<FieldState> states_on_half(std::string_view label, std::string_view other,
                                       bool in_own_text) {
  test::SlotPages pages;
  for (int i = 0; i < 12; ++i) {
    const auto item = [&](std::string_view name, int value) {
      const std::string text = in_own_text
                                   ? std::string(name) + " " + std::to_string(value)
                                   : "<b>" + std::string(name) + "</b> " + std::to_string(value);
      return "<li>" + text + "</li>";
    };
    pages.add("<ul>" + (i % 2 == 0 ? item(label, 1030 + i) : "") + item(other, 2050 + i) + "</ul>");
  }
  const std::string value = in_own_text ? std::string(label) + " 1030" : "1030";
  const std::vector<LabelledField> fields = {{"field", {{0, {value}, {}}}}};
  TemplateRules rules;
  learn_fields(pages.all(), {}, fields, {}, rules);
  Applier applier(rules);
  std::vector<FoundField> found;
  std::vector<FieldState> states;
  for (std::size_t i = 0; i < 12; ++i) {
    applier.apply(pages[i], {}, found);
    states.push_back(found[0].state);
  }
  return states;
}

TEST(Labels, WithOtherDigitsAreOfOtherFields) {
  const std::vector<FieldState> states = states_on_half("ISBN 13:", "ISBN 10:", false);
  for (std::size_t i = 0; i < states.size(); ++i) {
    EXPECT_EQ(states[i], i % 2 == 0 ? FieldState::kFound : FieldState::kAbsent) << i;
  }
}

TEST(Labels, InsideTextsTellThatAFieldIsAbsent) {
  const std::vector<FieldState> states = states_on_half("Price:", "Invoice:", true);
  for (std::size_t i = 0; i < states.size(); ++i) {
    EXPECT_EQ(states[i] == FieldState::kFound, i % 2 == 0) << i;
  }
}

TEST(Rivals, ASlotIsOfTheFieldThatHasMoreSupportThere) {
  // Without an author the publisher stands where the author does elsewhere.
  test::SlotPages pages;
  for (int i = 0; i < 12; ++i) {
    const std::string author =
        "<i>Ann Author " + std::string(1, static_cast<char>('A' + i)) + "</i>";
    pages.add("<h1>Book " + std::to_string(i) + "</h1><p>" + (i % 3 == 1 ? "" : author) +
              "<i class=house>Printed by House " + std::string(1, static_cast<char>('K' + i)) +
              "</i></p><em>The end</em>");
  }
  const std::vector<LabelledField> fields = {{"author", {{0, {"Ann Author A"}, {}}}},
                                             {"publisher", {{0, {"Printed by House K"}, {}}}}};
  TemplateRules rules;
  learn_fields(pages.all(), {}, fields, {}, rules);
  ASSERT_EQ(rules.fields.size(), 2U);
  Applier applier(rules);
  std::vector<FoundField> found;
  for (std::size_t i = 0; i < 12; ++i) {
    applier.apply(pages[i], {}, found);
    EXPECT_EQ(found[0].state == FieldState::kFound, i % 3 != 1) << i;
    EXPECT_EQ(found[1].state, FieldState::kFound) << i;
  }
  // What the rule changes, where the places of labelled pages are not asked.
  TemplateRules without_places;
  learn_fields(pages.all(), {}, fields, {.places = false}, without_places);
  Applier with_rivals(without_places);
  Applier without_rivals(without_places, {.rival = 0});
  for (std::size_t i = 0; i < 12; ++i) {
    without_rivals.apply(pages[i], {}, found);
    EXPECT_EQ(found[0].state, FieldState::kFound) << i;
    with_rivals.apply(pages[i], {}, found);
    EXPECT_EQ(found[0].state == FieldState::kFound, i % 3 != 1) << i;
  }
  // Two names of one field do not exclude each other.
  const std::vector<LabelledField> twins = {{"author", {{0, {"Ann Author A"}, {}}}},
                                            {"writer", {{0, {"Ann Author A"}, {}}}}};
  rules = {};
  learn_fields(pages.all(), {}, twins, {}, rules);
  Applier both(rules);
  both.apply(pages[2], {}, found);
  EXPECT_EQ(found[0].state, FieldState::kFound);
  EXPECT_EQ(found[1].state, FieldState::kFound);
}

TEST_F(LearnTest, AValueMayBeAPartOfAText) {
  const std::vector<std::string> values = extract("Kettle - Shop");
  EXPECT_EQ(values[1], "Pan - Shop");
  const std::vector<std::string> parts = extract("Only $10.50");
  for (std::size_t i = 0; i < products_.size(); ++i)
    EXPECT_EQ(parts[i], "Only " + products_[i].price);
  EXPECT_EQ(rules_.fields[0].part.kind, TextPart::Kind::kBetween);
}

TEST_F(LearnTest, AValueMayBeAnAttribute) {
  // Addresses are given in full, however they were labelled.
  for (const char* const label : {"/img/Kettle.png", "http://shop.example/img/Kettle.png"}) {
    EXPECT_EQ(extract(label)[3], "http://shop.example/img/Spoon.png") << label;
  }
  EXPECT_EQ(extract("A Kettle")[3], "A Spoon");  // alt
}

TEST_F(LearnTest, AddressesAreResolvedWithTheBaseOfThePage) {
  test::SlotPages pages;
  for (const char* const name : kNames) {
    const std::string link = std::string(name) + "?from=http://shop.example/";
    pages.add("<html><head><base href=//cdn.example/v2/></head><body><h1>" + std::string(name) +
              "</h1><p><a class=more href='" + link + "'>More</a></p></body></html>");
  }
  const std::string last = "?from=http://shop.example/";
  for (const std::string& label : {"Kettle" + last, "http://cdn.example/v2/Kettle" + last}) {
    TemplateRules rules;
    const std::vector<std::string_view> addresses(pages.size(), "http://shop.example/a/1");
    learn_fields(pages.all(), addresses, std::vector<LabelledField>{{"link", {{0, {label}, {}}}}},
                 {}, rules);
    std::vector<FoundField> found;
    Applier applier(rules);
    applier.apply(pages[3], addresses[3], found);
    ASSERT_EQ(found[0].values.size(), 1U) << label;
    EXPECT_EQ(found[0].values[0], "http://cdn.example/v2/Spoon" + last) << label;
  }
}

TEST_F(LearnTest, AValueMayBeSeveralTexts) {
  const std::vector<std::string> values = extract("Price $10.50");
  EXPECT_EQ(values[1], "Price $17.50");
  EXPECT_EQ(rules_.fields[0].extent.kind, Extent::Kind::kContainer);
}

TEST_F(LearnTest, AFieldMayHaveSeveralValues) {
  const std::vector<std::string> values = extract_labels({{0, {"blue", "green0"}, {}}});
  ASSERT_TRUE(rules_.fields[0].is_list);
  EXPECT_EQ(values[0], "blue|green0");
  EXPECT_EQ(values[1], "red");  // a list of one item
  EXPECT_EQ(values[2], "blue|green2");
}

TEST_F(LearnTest, ALabelMayBeASlot) {
  const std::vector<LabelPlace> places = places_of_value(pages_[0], "$10.50");
  ASSERT_FALSE(places.empty());
  const LabelPlace place = place_of_slot(pages_[0], places.front().ranges.front().first);
  EXPECT_EQ(extract_labels({{0, {}, {place}}})[1], "$17.50");
}

TEST_F(LearnTest, AValueMayBeATextOfTheTemplate) {
  EXPECT_EQ(extract("All"), std::vector<std::string>(pages_.size(), "All"));
}

TEST_F(LearnTest, AValueThatIsNotThereIsNotLearned) {
  EXPECT_TRUE(extract("Teapot").empty());
  EXPECT_FALSE(learned_[0].is_found);
  EXPECT_EQ(nearest_value(pages_[0], "Kettel"), "Kettle");
}

TEST_F(LearnTest, TheSameInputGivesTheSameRules) {
  extract("$10.50");
  const std::vector<Selector> first = rules_.fields[0].selectors;
  extract("$10.50");
  ASSERT_EQ(rules_.fields[0].selectors.size(), first.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(rules_.fields[0].selectors[i].key, first[i].key);
    EXPECT_EQ(rules_.fields[0].selectors[i].weight, first[i].weight);
  }
}

// A page that says the same in other markup.
std::string redesigned(const Product& product) {
  return "<html><body><main><section class=hero><h2>" + product.name +
         "</h2><dl><dt>Our price</dt>"
         "<dd>" +
         product.price + "</dd><dt>Weight</dt><dd>" +
         (product.weight.empty() ? "unknown" : product.weight) +
         "</dd></dl></section></main></body></html>";
}

TEST_F(LearnTest, ARedesignIsNoticedAndTheFieldIsFoundAgain) {
  extract("$10.50");
  FieldHealth same;
  FieldHealth changed;
  Applier applier(rules_);
  std::vector<FoundField> found;
  test::SlotPages again;
  for (std::size_t i = 0; i < products_.size(); ++i) {
    applier.apply(pages_[i], {}, found);
    same.add(rules_.fields[0], found[0]);
    again.add(redesigned(products_[i]));
    applier.apply(again[i], {}, found);
    changed.add(rules_.fields[0], found[0]);
  }
  EXPECT_EQ(diagnose(rules_.fields[0], same).state, HealthState::kSound);
  EXPECT_EQ(diagnose(rules_.fields[0], changed).state, HealthState::kBroken);

  const Relocated relocated = relocate_fields(rules_, again.all(), {});
  ASSERT_EQ(relocated.fields.size(), 1U);
  EXPECT_GT(relocated.fields[0].confidence, 0.8);
  EXPECT_EQ(relocated.fields[0].label, "Our price");
  Applier repaired(relocated.rules);
  repaired.apply(again[5], {}, found);
  EXPECT_EQ(found[0].values.front(), products_[5].price);
}

TEST(Health, FewPagesTellNothing) {
  FieldRule rule;
  rule.profile.pages = 20;
  rule.profile.filled = 20;
  FieldHealth now;
  now.pages = 2;
  EXPECT_EQ(diagnose(rule, now).state, HealthState::kUnknown);
  now.pages = 20;
  EXPECT_EQ(diagnose(rule, now).state, HealthState::kBroken);
}

}  // namespace
}  // namespace pagekin::wrapper
