#include "pagekin/wrapper/name_labels.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/wrapper/apply.h"
#include "pagekin/wrapper/learn.h"

#include "support/slot_pages.h"

namespace pagekin::wrapper {
namespace {

// A ticket; keywords and watchers are rows that some pages lack.
std::string ticket_page(int i, bool has_keywords, int watchers, const std::string& more = {}) {
  const std::string n = std::to_string(i);
  std::string html =
      "<h1>Ticket " + n + "</h1><table><tr><th>Reporter:</th><td>ann" + n + "</td></tr>";
  if (has_keywords) html += "<tr><th>Keywords:</th><td>key" + n + "</td></tr>";
  if (watchers > 0) {
    html += "<tr><th>Watchers</th><td><ul>";
    for (int k = 0; k < watchers; ++k) html += "<li>w" + n + std::to_string(k) + "</li>";
    html += "</ul></td></tr>";
  }
  return html + more + "<tr><th>Version:</th><td>1." + n + "</td></tr></table>";
}

class NameLabelsTest : public testing::Test {
 protected:
  NameLabelsTest() {
    for (int i = 0; i < 12; ++i) pages_.add(ticket_page(i, i % 3 == 1, i % 4));
  }
  std::vector<FieldLabel> labels(const std::string& name, std::vector<FieldLabel> given) {
    const TemplatePages all(pages_.all(), {});
    return labels_by_name(all, {name, std::move(given)});
  }
  std::vector<std::string> values(const FieldLabel& label) {
    std::vector<std::string> all;
    for (const LabelPlace& place : label.places) {
      all.emplace_back(pages_[label.page].value(place.ranges.front().first));
    }
    return all;
  }
  test::SlotPages pages_;
};

TEST_F(NameLabelsTest, TheTextBehindTheNameIsTheValue) {
  const std::vector<FieldLabel> found = labels("keywords", {{0, {}, {}}});
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].page, 1U);
  EXPECT_EQ(values(found[0]), std::vector<std::string>{"key1"});
}

TEST_F(NameLabelsTest, AListBehindTheNameHasAllItsValues) {
  const std::vector<FieldLabel> found = labels("watchers", {{0, {}, {}}});
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(values(found[0]), (std::vector<std::string>{"w30", "w31", "w32"}));
}

TEST_F(NameLabelsTest, OnlyFieldsThatNoLabelHasShown) {
  EXPECT_TRUE(labels("keywords", {{0, {}, {}}, {1, {"key1"}, {}}}).empty());
  // A page that was labelled to lack the field has a value behind the name.
  EXPECT_TRUE(labels("keywords", {{1, {}, {}}}).empty());
  EXPECT_TRUE(labels("severity", {{0, {}, {}}}).empty());
}

TEST_F(NameLabelsTest, ANameTwiceOnAPageSaysNothing) {
  pages_ = {};
  const std::string other = "<tr><th>Keywords</th><td>other</td></tr>";
  for (int i = 0; i < 8; ++i) pages_.add(ticket_page(i, i > 0, 0, i > 0 ? other : ""));
  EXPECT_TRUE(labels("keywords", {{0, {}, {}}}).empty());
}

TEST_F(NameLabelsTest, SuchAFieldIsNeverSure) {
  TemplateRules rules;
  const std::vector<std::string_view> addresses(pages_.size(), "http://t.example/1");
  const std::vector<LabelledField> fields = {{"keywords", {{0, {}, {}}}}};
  const std::vector<LearnedField> learned =
      learn_fields(pages_.all(), addresses, fields, {}, rules);
  ASSERT_TRUE(learned[0].is_found);
  EXPECT_TRUE(learned[0].is_named);
  EXPECT_NE(learned[0].ask, kNone);
  Applier applier(rules);
  std::vector<FoundField> found;
  applier.apply(pages_[4], "", found);
  ASSERT_EQ(found[0].state, FieldState::kFound);
  EXPECT_EQ(found[0].values, std::vector<std::string>{"key4"});
  EXPECT_LT(found[0].confidence, 0.9);
  applier.apply(pages_[2], "", found);
  EXPECT_NE(found[0].state, FieldState::kFound);
}

}  // namespace
}  // namespace pagekin::wrapper
