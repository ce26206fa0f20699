#include "pagekin/wrapper/profile_field.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pagekin/core/hash.h"
#include "pagekin/core/sorted.h"
#include "pagekin/core/text.h"
#include "pagekin/table/text_value.h"
#include "pagekin/wrapper/apply.h"
#include "pagekin/wrapper/extent.h"
#include "pagekin/wrapper/listed_text.h"
#include "pagekin/wrapper/text_part.h"
#include "pagekin/wrapper/usual_form.h"
#include "pagekin/wrapper/value_text.h"

namespace pagekin::wrapper {

double usual_support(const FieldVotes& votes) {
  std::vector<double> supports;
  for (const Outcome& outcome : votes.outcomes) {
    if (outcome.value != 0) supports.push_back(outcome.support);
  }
  if (supports.empty()) return 0;
  std::ranges::sort(supports);
  return supports[supports.size() / 2];
}

namespace {

struct FoundValue {
  std::uint32_t page = 0;
  std::string text;
};

// Leaves out values that have not the form of the labelled ones, if most have it.
void keep_form_of_labels(const PlacedField& field, const FieldRule& rule,
                         std::vector<FoundValue>& found) {
  if (rule.is_list) return;
  std::vector<std::string> labelled;
  for (const PlacedField::Placed& placed : field.placed) {
    labelled.insert(labelled.end(), placed.values.begin(), placed.values.end());
  }
  const table::TextForm form = table::form_of(labelled);
  if (form.kind == table::TextForm::Kind::kText) return;
  const auto fits = [&](const FoundValue& one) { return fits_form(form, labelled, one.text); };
  if (2 * std::ranges::count_if(found, fits) < std::ssize(found)) return;
  std::erase_if(found, [&](const FoundValue& one) { return !fits(one); });
}

}  // namespace

FieldProfile profile_field(const TemplatePages& pages, const PlacedField& field,
                           const FieldVotes& votes, const FieldRule& rule) {
  constexpr std::size_t most_examples = 5;
  constexpr std::size_t most_example_bytes = 200;
  constexpr std::size_t most_labels = 4;
  FieldProfile profile;
  profile.pages = static_cast<std::uint32_t>(pages.size());
  std::map<std::uint64_t, std::uint32_t> before;  // pages by the label of the text before
  std::vector<FoundValue> values;
  std::string value;
  for (std::uint32_t p = 0; p < pages.size(); ++p) {
    const std::uint32_t number = votes.slots[p];
    if (number == kNone) continue;
    const PageSlots& page = pages[p];
    const Slot& slot = page.slots[number];
    const Objections objections = objections_to(rule, pages.vocabulary(), page, number);
    double confidence = 0;
    if (judge(rule, votes.outcomes[p], objections, {}, confidence) != FieldState::kFound ||
        !value_at(page, rule, range_of(page, pages.vocabulary(), rule.extent, number),
                  pages.address(p), value) ||
        is_unlike_labels(rule, value)) {
      continue;
    }
    if (!rule.separators.empty()) {
      std::vector<std::string> listed = divided(value, rule.separators);
      if (listed.empty()) continue;
      value = std::move(listed.front());
    }
    // Of a list the first value, as FieldHealth compares it: its container has all of them.
    const std::vector<SlotRange> items = listed_items(page, pages.vocabulary(), rule, number);
    const std::span<const SlotRange> own = items_together(page, items, number, rule.between);
    if (!own.empty() && !value_at(page, rule, own.front(), pages.address(p), value)) continue;
    ++profile.filled;
    profile.agreement += votes.outcomes[p].share();
    if (profile.shapes.size() < kMaxProfileShapes) profile.shapes.push_back(value_shape(value));
    values.push_back({p, value});
    if (slot.previous != kNone) ++before[page.slots[slot.previous].label];
  }
  if (profile.filled > 0) profile.agreement /= profile.filled;
  keep_form_of_labels(field, rule, values);
  for (const FoundValue& one : values) {
    if (profile.values.size() < kMaxProfileValues) {
      profile.values.push_back(hash_bytes(one.text));
      profile.page_values.push_back(hash_on_page(pages.address(one.page), profile.values.back()));
    }
    if (profile.examples.size() < most_examples &&
        std::ranges::find(profile.examples, one.text) == profile.examples.end()) {
      profile.examples.emplace_back(clipped(one.text, most_example_bytes));
    }
  }
  for (std::vector<std::uint64_t>* hashes : {&profile.values, &profile.page_values}) {
    sort_unique(*hashes);
  }
  std::vector<std::pair<std::uint32_t, std::uint64_t>> frequent;
  for (const auto& [label, count] : before) {
    if (2 * count >= profile.filled) frequent.emplace_back(count, label);
  }
  std::ranges::sort(frequent, std::greater<>());
  for (std::size_t i = 0; i < std::min(frequent.size(), most_labels); ++i) {
    profile.labels.push_back(frequent[i].second);
  }
  return profile;
}

}  // namespace pagekin::wrapper
