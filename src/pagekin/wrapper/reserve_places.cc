#include "pagekin/wrapper/reserve_places.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "pagekin/wrapper/apply.h"
#include "pagekin/wrapper/learn.h"
#include "pagekin/wrapper/place_labels.h"

namespace pagekin::wrapper {
namespace {

constexpr std::size_t kReserveLabels = 8;  // pages that serve as labels of a field
constexpr std::size_t kMostOthers = 6;     // places of a value on a page; more say nothing
constexpr double kOnNearlyAll = 0.9;       // of the pages with a value, another place has it, too
constexpr double kSameValue = 0.95;        // of the pages with a value, both places agree
constexpr std::uint32_t kFewestAgreeing = 5;  // pages

using FoundOnPages = std::vector<std::vector<FoundField>>;  // by page and field

FoundOnPages found_by(const TemplateRules& rules, std::span<const PageSlots* const> pages,
                      std::span<const std::string_view> addresses) {
  FoundOnPages found(pages.size());
  Applier applier(rules);
  for (std::size_t p = 0; p < pages.size(); ++p) {
    applier.apply(*pages[p], p < addresses.size() ? addresses[p] : std::string_view(), found[p]);
  }
  return found;
}

bool may_have_second_place(const FieldRule& rule) {
  return !rule.is_list && !rule.in_attribute && rule.part.kind == TextPart::Kind::kWhole;
}

// The other texts of the page that are the value.
std::vector<std::uint32_t> other_places(const PageSlots& page, std::uint32_t slot) {
  std::vector<std::uint32_t> others;
  for (std::uint32_t i = 0; i < page.text_count; ++i) {
    if (page.slots[i].hash == page.slots[slot].hash &&
        page.slots[i].element != page.slots[slot].element) {
      others.push_back(i);
    }
  }
  return others;
}

// Labels at the second places of a field; none if few pages have one.
LabelledField second_places(const FieldRule& rule, std::size_t field, const FoundOnPages& found,
                            std::span<const PageSlots* const> pages) {
  LabelledField labelled{.name = rule.name, .labels = {}};
  std::size_t filled = 0;
  std::size_t twice = 0;
  for (std::uint32_t p = 0; p < pages.size(); ++p) {
    const FoundField& first = found[p][field];
    if (first.state != FieldState::kFound) continue;
    ++filled;
    const bool is_one_text =
        first.range.first == first.range.last && first.range.first < pages[p]->text_count;
    if (!is_one_text) continue;
    const std::vector<std::uint32_t> others = other_places(*pages[p], first.range.first);
    if (others.empty() || others.size() > kMostOthers) continue;
    ++twice;
    if (labelled.labels.size() == kReserveLabels) continue;
    FieldLabel& label = labelled.labels.emplace_back();
    label.page = p;
    for (const std::uint32_t slot : others) label.places.push_back(place_of_slot(*pages[p], slot));
  }
  const bool is_usual = twice >= kFewestAgreeing &&
                        static_cast<double>(twice) >= kOnNearlyAll * static_cast<double>(filled);
  if (!is_usual) labelled.labels.clear();
  return labelled;
}

// Whether the second place has the values of the first.
bool agrees(const FoundOnPages& first, std::size_t field, const FoundOnPages& second,
            std::size_t number) {
  std::size_t filled = 0;
  std::size_t same = 0;
  for (std::size_t p = 0; p < first.size(); ++p) {
    if (first[p][field].state != FieldState::kFound) continue;
    ++filled;
    const FoundField& other = second[p][number];
    same += other.state == FieldState::kFound && other.values == first[p][field].values ? 1U : 0U;
  }
  return static_cast<double>(same) >= kSameValue * static_cast<double>(filled);
}

}  // namespace

void learn_reserve(std::span<const PageSlots* const> pages,
                   std::span<const std::string_view> addresses, TemplateRules& rules) {
  rules.reserve.clear();
  if (pages.empty() || std::ranges::none_of(rules.fields, may_have_second_place)) return;
  const FoundOnPages first = found_by(rules, pages, addresses);
  std::vector<LabelledField> asked;
  for (std::size_t i = 0; i < rules.fields.size(); ++i) {
    if (!may_have_second_place(rules.fields[i])) continue;
    LabelledField labelled = second_places(rules.fields[i], i, first, pages);
    if (!labelled.labels.empty()) asked.push_back(std::move(labelled));
  }
  if (asked.empty()) return;
  TemplateRules reserve;
  learn_fields(pages, addresses, asked, {}, reserve);
  const FoundOnPages second = found_by(reserve, pages, addresses);
  std::vector<FieldRule> kept;
  for (std::size_t number = 0; number < reserve.fields.size(); ++number) {
    FieldRule& rule = reserve.fields[number];
    const auto own = std::ranges::find(rules.fields, rule.name, &FieldRule::name);
    const auto field = static_cast<std::size_t>(own - rules.fields.begin());
    if (rule.is_list || !agrees(first, field, second, number)) continue;
    rule.absent_on = own->absent_on;
    kept.push_back(std::move(rule));
  }
  if (kept.empty()) return;
  reserve.fields = std::move(kept);
  rules.reserve.push_back(std::move(reserve));
}

}  // namespace pagekin::wrapper
