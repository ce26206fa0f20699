#include "pagekin/wrapper/usual_form.h"

#include <algorithm>

#include "pagekin/core/hash.h"
#include "pagekin/wrapper/text_part.h"

namespace pagekin::wrapper {
namespace {

constexpr std::size_t kFewestExamples = 3;  // fewer say little about all values

}  // namespace

bool fits_form(const table::TextForm& form, std::span<const std::string> values,
               std::string_view value) {
  if (table::value_of(form, value)) return true;
  const std::string pattern = pattern_of(value);
  const bool has_words = pattern.find('a') != std::string::npos;
  if (form.kind != table::TextForm::Kind::kDate && has_words) return false;
  return std::ranges::any_of(values,
                             [&](const std::string& one) { return pattern_of(one) == pattern; });
}

UsualForm::UsualForm(const FieldRule& rule) : rule_(&rule) {
  const std::vector<std::string>& examples = rule.profile.examples;
  if (!rule.is_list && examples.size() >= kFewestExamples) form_ = table::form_of(examples);
}

bool UsualForm::fits(std::string_view value) const {
  return !has_form() || fits_form(form_, rule_->profile.examples, value) ||
         std::ranges::binary_search(rule_->profile.values, hash_bytes(value));
}

}  // namespace pagekin::wrapper
