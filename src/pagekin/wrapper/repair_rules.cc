#include "pagekin/wrapper/repair_rules.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "pagekin/wrapper/apply.h"

namespace pagekin::wrapper {
namespace {

constexpr double kSameValues = 0.9;  // of the pages on which a field must be as it was

// By page and field: the values.
using PageValues = std::vector<std::vector<std::vector<std::string>>>;

PageValues values_by(const TemplateRules& rules, std::span<const PageSlots* const> pages,
                     std::span<const std::string_view> addresses) {
  PageValues values(pages.size());
  Applier applier(rules);
  std::vector<FoundField> found;
  for (std::size_t p = 0; p < pages.size(); ++p) {
    applier.apply(*pages[p], p < addresses.size() ? addresses[p] : std::string_view(), found);
    for (FoundField& field : found) {
      values[p].push_back(field.state == FieldState::kFound ? std::move(field.values)
                                                            : std::vector<std::string>());
    }
  }
  return values;
}

bool are_same(const PageValues& a, std::size_t field_a, const PageValues& b, std::size_t field_b) {
  std::size_t same = 0;
  for (std::size_t p = 0; p < a.size(); ++p) same += a[p][field_a] == b[p][field_b] ? 1U : 0U;
  return static_cast<double>(same) >= kSameValues * static_cast<double>(a.size());
}

}  // namespace

std::vector<bool> repair_rules(const TemplateRules& before, const Relocated& relocated,
                               const std::vector<bool>& is_broken,
                               std::span<const PageSlots* const> pages,
                               std::span<const std::string_view> addresses,
                               TemplateRules& repaired) {
  const std::vector<FieldRule>& fresh = relocated.rules.fields;
  std::vector<std::uint32_t> from(before.fields.size(), kNone);  // number among the fresh fields
  bool is_any = false;
  bool is_any_sound = false;
  for (std::size_t i = 0; i < before.fields.size(); ++i) {
    is_any_sound |= !is_broken[i];
    const auto again = std::ranges::find(fresh, before.fields[i].name, &FieldRule::name);
    if (!is_broken[i] || again == fresh.end()) continue;
    if (before.fields[i].is_list && !again->is_list) continue;
    from[i] = static_cast<std::uint32_t>(again - fresh.begin());
    is_any = true;
  }
  repaired = before;
  std::vector<bool> is_none(before.fields.size());
  if (!is_any) return is_none;
  std::vector<bool> is_replaced;
  for (const std::uint32_t number : from) is_replaced.push_back(number != kNone);
  TemplateRules merged = before;
  // Fields refer to slots of the pages from which they were learned. Those of other pages say
  // nothing about a field.
  const auto merge = [&](const TemplateRules& places) {
    merged.vocabulary = places.vocabulary;
    merged.references = places.references;
    for (std::size_t i = 0; i < from.size(); ++i) {
      const bool is_fresh = from[i] != kNone;
      merged.fields[i] = is_fresh ? fresh[from[i]] : before.fields[i];
      if (is_fresh == (&places == &relocated.rules)) continue;
      merged.fields[i].own_slots.clear();
      merged.fields[i].reference_pages = 0;
    }
  };
  const PageValues then = values_by(before, pages, addresses);
  const PageValues again = values_by(relocated.rules, pages, addresses);
  const auto serves = [&] {
    const PageValues now = values_by(merged, pages, addresses);
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (from[i] != kNone && !are_same(now, i, again, from[i])) return false;
      if (!is_broken[i] && !are_same(now, i, then, i)) return false;
    }
    return true;
  };
  for (const TemplateRules* const places : {&relocated.rules, &before}) {
    if (places == &before && !is_any_sound) break;
    merge(*places);
    if (!serves()) continue;
    repaired = std::move(merged);
    return is_replaced;
  }
  return is_none;
}

}  // namespace pagekin::wrapper
