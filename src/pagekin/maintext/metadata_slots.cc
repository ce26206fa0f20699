#include "pagekin/maintext/metadata_slots.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/text.h"

namespace pagekin::maintext {
namespace {

constexpr std::array<std::string_view, 5> kAuthorLabels = {"author", "by", "posted by",
                                                           "published by", "written by"};
constexpr std::array<std::string_view, 2> kAuthorWords = {"author", "byline"};
constexpr std::array<std::string_view, 7> kDateLabels = {
    "date",      "date published", "posted", "posted on", "publication date",
    "published", "published on"};
constexpr std::array<std::string_view, 6> kDateWords = {"date",    "datetime",  "posted",
                                                        "pubdate", "published", "timestamp"};
constexpr std::array<std::string_view, 10> kOtherWords = {
    "avatar", "bio",  "comment",  "comments", "modified",
    "next",   "prev", "previous", "related",  "updated"};
constexpr std::size_t kMostAuthorBytes = 100;

template <std::size_t size>
bool has_word(const std::array<std::string_view, size>& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

// Runs of letters, in lower case.
std::vector<std::string> letter_runs(std::string_view text) {
  std::vector<std::string> runs;
  bool is_inside = false;
  for (const char c : lower_case(text)) {
    const bool is_letter = c >= 'a' && c <= 'z';
    if (is_letter && !is_inside) runs.emplace_back();
    if (is_letter) runs.back() += c;
    is_inside = is_letter;
  }
  return runs;
}

std::string joined_runs(std::string_view text) {
  std::string joined;
  for (const std::string& run : letter_runs(text)) {
    if (!joined.empty()) joined += ' ';
    joined += run;
  }
  return joined;
}

// What a slot is called: by its label, and by the names near it.
struct Names {
  bool by_label = false;
  bool by_name = false;
};

template <std::size_t labels, std::size_t words>
Names names_of(const skeleton::Slot& slot, const std::array<std::string_view, labels>& as_label,
               const std::array<std::string_view, words>& as_word, std::string_view itemprop) {
  const std::vector<std::string> near = letter_runs(slot.hint);
  if (std::ranges::any_of(near, [](const auto& run) { return has_word(kOtherWords, run); })) {
    return {};
  }
  return {.by_label = has_word(as_label, joined_runs(slot.label)),
          .by_name = slot.itemprop == itemprop || std::ranges::any_of(near, [&](const auto& run) {
                       return has_word(as_word, run);
                     })};
}

// The only slot that has the name, or else the first one after the label.
template <class NamesOf>
std::uint32_t slot_called(const skeleton::TemplateModel& model, skeleton::ValueType type,
                          const NamesOf& names_of_slot) {
  std::uint32_t only = skeleton::kNone;
  std::uint32_t after_label = skeleton::kNone;
  for (std::uint32_t i = 0; i < model.slots.size(); ++i) {
    const skeleton::Slot& slot = model.slots[i];
    const bool is_single = slot.dropped == skeleton::Dropped::kNo && !slot.rule.is_list &&
                           slot.whole == skeleton::kNone && slot.source == content::Source::kText &&
                           slot.type == type &&
                           10 * std::uint64_t{slot.pages} >= 9 * std::uint64_t{model.pages};
    if (!is_single) continue;
    const Names names = names_of_slot(slot);
    if (names.by_name) {
      if (only != skeleton::kNone) return skeleton::kNone;
      only = i;
    }
    const bool is_first =
        after_label == skeleton::kNone || slot.part < model.slots[after_label].part;
    if (names.by_label && is_first) after_label = i;
  }
  return only != skeleton::kNone ? only : after_label;
}

// The text of a slot on the page, if there is exactly one.
std::string_view text_of_slot(std::uint32_t slot, const skeleton::PageNodes& page,
                              const skeleton::Applied& applied) {
  if (slot == skeleton::kNone) return {};
  const auto first = std::ranges::lower_bound(applied.values, slot, {}, &skeleton::SlotValue::slot);
  if (first == applied.values.end() || first->slot != slot) return {};
  if (first + 1 != applied.values.end() && (first + 1)->slot == slot) return {};
  return trim(page.text(page.texts[first->value]));
}

}  // namespace

MetadataSlots find_metadata_slots(const skeleton::TemplateModel& model) {
  const auto author = [](const skeleton::Slot& slot) {
    return names_of(slot, kAuthorLabels, kAuthorWords, "author");
  };
  const auto date = [](const skeleton::Slot& slot) {
    return names_of(slot, kDateLabels, kDateWords, "datePublished");
  };
  return {.author = slot_called(model, skeleton::ValueType::kText, author),
          .date = slot_called(model, skeleton::ValueType::kDate, date)};
}

void fill_metadata(const MetadataSlots& slots, const skeleton::PageNodes& page,
                   const skeleton::Applied& applied, Metadata& metadata) {
  if (metadata.author.empty()) {
    std::string_view author = text_of_slot(slots.author, page, applied);
    if (starts_with_ignoring_case(author, "by ")) author = trim(author.substr(3));
    if (author.size() <= kMostAuthorBytes) metadata.author = author;
  }
  if (metadata.date.empty()) {
    const std::string_view date = text_of_slot(slots.date, page, applied);
    if (skeleton::type_of(date) == skeleton::ValueType::kDate) metadata.date = date;
  }
}

}  // namespace pagekin::maintext
