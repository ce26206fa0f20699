#include "pagekin/wrapper/share_fields.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "pagekin/wrapper/apply.h"
#include "pagekin/wrapper/usual_form.h"

namespace pagekin::wrapper {
namespace {

constexpr double kMinAgreement = 0.6;  // of the selectors that find an answer
constexpr double kMostPages = 0.6;     // on which a field must be found
constexpr double kMostFields = 0.6;    // of the donor
constexpr std::size_t kMaxLabels = 5;  // of a field
constexpr double kVaries = 0.5;        // values by page of a field that differs from page to page

// Whether values of two templates may be of one field.
bool may_be_one_field(const FieldRule& lent, const FieldRule& own) {
  const FieldProfile& before = lent.profile;
  const FieldProfile& now = own.profile;
  if (now.filled == 0 || (own.is_constant && !lent.is_constant)) return false;
  const UsualForm form(lent);
  const auto fitting = std::ranges::count_if(
      now.examples, [&](const std::string& value) { return form.fits(value); });
  if (2 * fitting < std::ssize(now.examples)) return false;
  const auto varies = [](const FieldProfile& profile) {
    return static_cast<double>(profile.values.size()) >=
           kVaries * static_cast<double>(std::min<std::size_t>(profile.filled, kMaxProfileValues));
  };
  return !varies(before) || varies(now) || now.filled == 1;
}

struct Answer {
  double agreement = 0;
  std::uint32_t page = 0;
  std::vector<std::string> values;
};

}  // namespace

std::vector<LabelledField> borrow_labels(const TemplateRules& donor,
                                         std::span<const LabelledField> own,
                                         std::span<const PageSlots* const> pages,
                                         std::span<const std::string_view> addresses) {
  std::vector<LabelledField> borrowed;
  if (pages.empty() || donor.fields.empty()) return borrowed;
  // Labels of the other template may be missing, or in another language: that they are silent does
  // not say that the field is absent.
  constexpr double no_veto = 1e6;
  Applier applier(donor, {.veto = no_veto});
  std::vector<std::vector<Answer>> answers(donor.fields.size());
  std::vector<FoundField> found;
  for (std::uint32_t p = 0; p < pages.size(); ++p) {
    applier.apply(*pages[p], p < addresses.size() ? addresses[p] : std::string_view(), found);
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found[i].state != FieldState::kFound || found[i].agreement < kMinAgreement) continue;
      answers[i].push_back({found[i].agreement, p, std::move(found[i].values)});
    }
  }
  std::size_t shared = 0;
  for (const std::vector<Answer>& field : answers) {
    const bool is_shared =
        static_cast<double>(field.size()) >= kMostPages * static_cast<double>(pages.size());
    shared += is_shared ? 1 : 0;
  }
  const bool is_same_kind =
      static_cast<double>(shared) >= kMostFields * static_cast<double>(donor.fields.size()) &&
      (shared >= 2 || !own.empty());
  if (!is_same_kind) return borrowed;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const bool has_own =
        std::ranges::find(own, donor.fields[i].name, &LabelledField::name) != own.end();
    if (has_own || answers[i].empty()) continue;
    std::ranges::stable_sort(answers[i], std::greater<>(), &Answer::agreement);
    LabelledField& field = borrowed.emplace_back();
    field.name = donor.fields[i].name;
    field.is_borrowed = true;
    for (std::size_t k = 0; k < std::min(kMaxLabels, answers[i].size()); ++k) {
      field.labels.push_back({answers[i][k].page, std::move(answers[i][k].values), {}});
    }
  }
  return borrowed;
}

bool drop_unlike(const TemplateRules& donor, TemplateRules& rules,
                 std::vector<LabelledField>& fields, std::vector<LearnedField>& learned) {
  std::size_t alike = 0;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const auto lent = std::ranges::find(donor.fields, fields[i].name, &FieldRule::name);
    const bool is_right =
        !fields[i].is_borrowed || (lent != donor.fields.end() && learned[i].is_found &&
                                   may_be_one_field(*lent, learned[i].rule));
    alike += is_right ? 1 : 0;
    if (!is_right) {
      std::erase_if(rules.fields,
                    [&](const FieldRule& rule) { return rule.name == fields[i].name; });
      continue;
    }
    if (kept < i) {
      fields[kept] = std::move(fields[i]);
      learned[kept] = std::move(learned[i]);
    }
    ++kept;
  }
  fields.resize(kept);
  learned.resize(kept);
  return static_cast<double>(alike) >= kMostFields * static_cast<double>(donor.fields.size());
}

}  // namespace pagekin::wrapper
