// Pages that were made to cost much: learning and applying grow with their size, not with its
// square.
#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/wrapper/apply.h"
#include "pagekin/wrapper/learn.h"

#include "support/slot_pages.h"

namespace pagekin::wrapper {
namespace {

constexpr int kHostilePages = 4;

// Processor seconds of learning a field from one of four pages and applying it to all.
double seconds_of(std::string (*make)(int size, int number), int size) {
  test::SlotPages pages;
  for (int i = 0; i < kHostilePages; ++i) pages.add(make(size, i));
  const std::clock_t begin = std::clock();
  const std::vector<LabelledField> fields = {{"field", {{0, {"value 0"}, {}}}}};
  TemplateRules rules;
  const std::vector<LearnedField> learned = learn_fields(pages.all(), {}, fields, {}, rules);
  EXPECT_TRUE(learned[0].is_found);
  Applier applier(rules);
  std::vector<FoundField> found;
  for (std::size_t i = 0; i < kHostilePages; ++i) applier.apply(pages[i], {}, found);
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

void expect_linear(std::string (*make)(int size, int number)) {
  constexpr int small = 1'000;
  constexpr int factor = 16;  // linear work takes 16 times as long, quadratic work 256 times
  const double first = std::min(seconds_of(make, small), seconds_of(make, small));
  const double second = seconds_of(make, factor * small);
  EXPECT_LT(second, 80 * std::max(first, 0.002));
}

std::string value_of(int number) { return "value " + std::to_string(number); }

// Siblings with equal texts, one of them the value.
std::string flat_page(int size, int number) {
  std::string page = "<ul>";
  for (int i = 0; i < size; ++i) page += i % 1000 == 7 ? "<li>" + value_of(number) : "<li>x";
  return page + "</ul>";
}

// Elements inside each other, deeper than trees may be, with a text at each level.
std::string deep_page(int size, int number) {
  std::string page = "<p><b>Label:</b> " + value_of(number) + "</p>";
  for (int i = 0; i < size; ++i) page += "<div class=c" + std::to_string(i % 50) + ">t";
  return page;
}

// Each text begins with a label, each behind another label.
std::string labelled_page(int size, int number) {
  std::string page = "<dl><dt>Own:<dd>Price: " + value_of(number);
  for (int i = 0; i < size; ++i) {
    const std::string letters = {static_cast<char>('a' + i % 26),
                                 static_cast<char>('a' + i / 26 % 26),
                                 static_cast<char>('a' + i / 676 % 26)};
    page += "<dt>Name " + letters + ":<dd>" + letters + ": " + value_of(i);
  }
  return page + "</dl>";
}

TEST(Hostile, ManyEqualSiblings) { expect_linear(flat_page); }
TEST(Hostile, ElementsInsideEachOther) { expect_linear(deep_page); }
TEST(Hostile, ManyLabels) { expect_linear(labelled_page); }

}  // namespace
}  // namespace pagekin::wrapper
