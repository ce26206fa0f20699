#include "pagekin/wrapper/repair_rules.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/wrapper/apply.h"
#include "pagekin/wrapper/second_look.h"
#include "pagekin/wrapper/usual_form.h"

namespace pagekin::wrapper {
namespace {

constexpr double kSameValues = 0.9;  // of the pages on which a field must be as it was
// Of the values of a field: then each is one page's, and on another page it is not that page's
// value, but that of a link.
constexpr double kMostlyDifferent = 0.9;
constexpr std::size_t kFewestKnown = 3;  // different values; fewer may be there by chance

// By page and field: the values.
using PageValues = std::vector<std::vector<std::vector<std::string>>>;

PageValues values_by(const TemplateRules& rules, std::span<const PageSlots* const> pages,
                     std::span<const std::string_view> addresses, bool looks_twice = false) {
  PageValues values(pages.size());
  Applier applier(rules);
  SecondLook second_look(rules, {});
  std::vector<FoundField> found;
  for (std::size_t p = 0; p < pages.size(); ++p) {
    const std::string_view address = p < addresses.size() ? addresses[p] : std::string_view();
    applier.apply(*pages[p], address, found);
    if (looks_twice) second_look.look(*pages[p], address, true, found);
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

// Whether the new rule of a field is better than the old one. `then`, `now`: what they give.
bool is_better(const FieldRule& before, const PageValues& then, std::size_t field,
               const PageValues& now, std::size_t again,
               std::span<const std::string_view> addresses) {
  const UsualForm form(before);
  const FieldProfile& profile = before.profile;
  const bool is_of_one_page = static_cast<double>(profile.values.size()) >=
                              kMostlyDifferent * static_cast<double>(std::min<std::size_t>(
                                                     profile.filled, kMaxProfileValues));
  struct Given {
    std::size_t fitting = 0;        // pages with a value of the usual form
    std::size_t unlike = 0;         // pages with another value
    std::set<std::uint64_t> known;  // different values that the field had
  };
  const auto add = [&](const std::vector<std::string>& values, std::size_t page, Given& given) {
    if (values.empty()) return false;
    if (!form.fits(values.front())) {
      ++given.unlike;
      return false;
    }
    ++given.fitting;
    const std::uint64_t hash = hash_bytes(values.front());
    const std::string_view address = page < addresses.size() ? addresses[page] : std::string_view();
    const bool is_known = is_of_one_page ? std::ranges::binary_search(profile.page_values,
                                                                      hash_on_page(address, hash))
                                         : std::ranges::binary_search(profile.values, hash);
    if (is_known) given.known.insert(hash);
    return true;
  };
  Given was;
  Given is;
  std::size_t gained = 0;
  std::size_t contradicted = 0;
  for (std::size_t p = 0; p < then.size(); ++p) {
    const bool had = add(then[p][field], p, was);
    const bool has = add(now[p][again], p, is);
    gained += has && !had ? 1U : 0U;
    contradicted += had && then[p][field] != now[p][again] ? 1U : 0U;
  }
  if (is.fitting <= was.fitting && is.unlike > was.unlike) return false;
  return contradicted <= gained || is.known.size() >= was.known.size() + kFewestKnown;
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
  const PageValues again = values_by(relocated.rules, pages, addresses);
  const PageValues twice = values_by(before, pages, addresses, true);
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i] != kNone && !is_better(before.fields[i], twice, i, again, from[i], addresses)) {
      from[i] = kNone;
    }
  }
  if (std::ranges::all_of(from, [](std::uint32_t number) { return number == kNone; })) {
    return is_none;
  }
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
