#include "pagekin/skeleton/join_slots.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"

#include "skeleton/learned.h"

namespace pagekin::skeleton {
namespace {

using Texts = std::vector<std::string>;

Texts pages_of(std::string (*make)(int), int count = 24) {
  Texts pages;
  for (int i = 1; i <= count; ++i) pages.push_back(make(i));
  return pages;
}

std::string row(const std::string& label, const std::string& cell) {
  return "<tr><th>" + label + "</th><td>" + cell + "</td></tr>";
}

// The school is a link on every third page.
std::string linked_page(int i) {
  const std::string school = "School " + std::to_string(i);
  return "<h1>Player " + std::to_string(i) + "</h1><table>" +
         row("Height", std::to_string(150 + i) + " cm") +
         row("School", i % 3 == 0 ? "<a href=/s>" + school + "</a>" : school) +
         row("Team", "Team " + std::to_string(i % 5)) + "</table>";
}

TEST(JoinSlots, AValueThatIsALinkOnSomePagesIsOneColumn) {
  const TemplateModel model = learn(pages_of(linked_page));
  ASSERT_NE(column(model, "school"), nullptr);
  EXPECT_EQ(column(model, "school")->pages, 24U);
  EXPECT_EQ(column(model, "school_2"), nullptr);
  EXPECT_EQ(values(model, "school", linked_page(30)), Texts{"School 30"});
  EXPECT_EQ(values(model, "school", linked_page(31)), Texts{"School 31"});
}

// One class name of the heading depends on the length of its text.
std::string headed_page(int i) {
  const std::string size = i % 2 == 0 ? "large" : "small";
  return "<div><p class='name " + size + "'>Car " + std::to_string(i) + "</p></div><div><p>Costs " +
         std::to_string(100 + i) + "</p></div>";
}

TEST(JoinSlots, AnotherClassNameMakesNoOtherColumn) {
  const TemplateModel model = learn(pages_of(headed_page));
  for (const int i : {40, 41}) {
    std::size_t found = 0;
    for (const Slot& slot : model.slots) {
      if (slot.dropped != Dropped::kNo) continue;
      const bool is_name =
          values(model, slot.name, headed_page(i)) == Texts{"Car " + std::to_string(i)};
      if (!is_name) continue;
      EXPECT_EQ(slot.pages, 24U);
      ++found;
    }
    EXPECT_EQ(found, 1U) << i;
  }
}

// Each page has one of two facts. Their labels say that they are not the same.
std::string either_page(int i) {
  return "<h1>Item " + std::to_string(i) + "</h1><table>" +
         row("Code", "c" + std::to_string(7 * i)) +
         row(i % 2 == 0 ? "Colour" : "Weight", "value " + std::to_string(i)) +
         row("Price", "$" + std::to_string(i)) + "</table>";
}

TEST(JoinSlots, FactsOfDifferentLabelsStayApart) {
  const TemplateModel model = learn(pages_of(either_page));
  for (const char* const name : {"colour", "weight"}) {
    ASSERT_NE(column(model, name), nullptr) << name;
    EXPECT_EQ(column(model, name)->pages, 12U) << name;
  }
  EXPECT_EQ(values(model, "colour", either_page(30)), Texts{"value 30"});
  EXPECT_EQ(values(model, "weight", either_page(30)), Texts{});
}

// Some pages have both, so these are two fields of one label.
std::string both_page(int i) {
  const std::string text = i % 2 == 0 || i % 5 == 0 ? "Ann " + std::to_string(i) : "";
  const std::string link =
      i % 2 == 1 || i % 6 == 0 ? "<a href=/a>Bob " + std::to_string(i) + "</a>" : "";
  return "<h1>Item " + std::to_string(i) + "</h1><table>" + row("By", text + link) +
         row("Price", "$" + std::to_string(i)) + "</table>";
}

TEST(JoinSlots, SlotsThatOnePageHasStayApart) {
  const TemplateModel model = learn(pages_of(both_page));
  for (const Slot& slot : model.slots) EXPECT_EQ(slot.joined_to, kNone) << slot.name;
}

// Few pages have one or the other: chance explains that none has both.
std::string rare_page(int i) {
  const std::string note = "Note " + std::to_string(i);
  std::string rows = row("Price", "$" + std::to_string(i));
  if (i % 12 == 0) rows += row("Note", note);
  if (i % 12 == 6) rows += row("Note", "<a href=/n>" + note + "</a>");
  return "<h1>Item " + std::to_string(i) + "</h1><table>" + rows + "</table>";
}

TEST(JoinSlots, ChanceMayNotExplainThatNoPageHasBoth) {
  const TemplateModel model = learn(pages_of(rare_page), {.least_fill = 0.05});
  for (const Slot& slot : model.slots) EXPECT_EQ(slot.joined_to, kNone) << slot.name;
}

TEST(JoinSlots, JoinedSlotsOfABadModelAreRefused) {
  TemplateModel model = learn(pages_of(linked_page));
  EXPECT_EQ(from_bytes(to_bytes(model)).slots.size(), model.slots.size());
  for (Slot& slot : model.slots) {
    if (slot.joined_to == kNone) continue;
    const std::uint32_t target = slot.joined_to;
    slot.joined_to = static_cast<std::uint32_t>(model.slots.size());
    EXPECT_THROW(from_bytes(to_bytes(model)), Error);
    slot.joined_to = static_cast<std::uint32_t>(&slot - model.slots.data());
    EXPECT_THROW(from_bytes(to_bytes(model)), Error);
    slot.joined_to = target;
    return;
  }
  FAIL() << "no slot is joined";
}

}  // namespace
}  // namespace pagekin::skeleton
