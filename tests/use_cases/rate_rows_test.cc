#include "pagekin/extraction/rate_rows.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace pagekin::extraction {
namespace {

rows::RecordRule rule_with(std::vector<std::string> examples) {
  rows::RecordRule rule;
  rule.name = "r";
  rows::Cell cell{.name = "c", .source = {}, .cut = {}, .examples = std::move(examples)};
  rule.cells = {cell};
  rule.usual = {cell.source};
  return rule;
}

rows::FoundRow row_of(const std::string& value) { return {.element = 0, .cells = {value}}; }

TEST(RateRows, AValueOfAnotherFormIsInDoubt) {
  const rows::RecordRule addresses =
      rule_with({"http://a.example/1", "http://a.example/2", "http://a.example/3"});
  EXPECT_EQ(confidence_of(addresses, {row_of("http://a.example/9")}), 1);
  EXPECT_EQ(confidence_of(addresses, {row_of("http://a.example/9"), row_of("Landmark")}),
            kUnusualForms);
  const rows::RecordRule dates = rule_with({"3 May 2010", "4 May 2010", "9 June 2011"});
  EXPECT_EQ(confidence_of(dates, {row_of("1 July 2012")}), 1);
  EXPECT_EQ(confidence_of(dates, {row_of("posted by Ann")}), kUnusualForms);
  const rows::RecordRule texts = rule_with({"one", "two", "three"});
  EXPECT_EQ(confidence_of(texts, {row_of("http://a.example/9")}), 1);
}

TEST(RateRows, ADoubtfulRowOrAMissingUsualCellLowersTheConfidence) {
  const rows::RecordRule rule = rule_with({});
  rows::FoundRow doubtful = row_of("x");
  doubtful.is_doubtful = true;
  EXPECT_EQ(confidence_of(rule, {row_of("x"), doubtful}), kDoubtfulRows);
  EXPECT_EQ(confidence_of(rule, {row_of("x"), row_of("")}), 0.5);
}

TEST(RateRows, APageWithAllRowsTwiceIsInDoubt) {
  const rows::RecordRule rule = rule_with({});
  const std::vector<rows::FoundRow> once = {row_of("a"), row_of("b"), row_of("c"), row_of("d")};
  EXPECT_EQ(confidence_of(rule, once), 1);
  std::vector<rows::FoundRow> twice = once;
  twice.insert(twice.end(), once.begin(), once.end());
  EXPECT_EQ(confidence_of(rule, twice), kDoubtfulRows);
  // Two equal rows are not a list twice.
  EXPECT_EQ(confidence_of(rule, {row_of("a"), row_of("a")}), 1);
}

}  // namespace
}  // namespace pagekin::extraction
