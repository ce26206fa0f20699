#include "pagekin/wrapper/usual_form.h"

#include <algorithm>

#include "pagekin/core/hash.h"

namespace pagekin::wrapper {
namespace {

constexpr std::size_t kFewestExamples = 3;  // fewer say little about all values

}  // namespace

UsualForm::UsualForm(const FieldRule& rule) : rule_(&rule) {
  const std::vector<std::string>& examples = rule.profile.examples;
  if (!rule.is_list && examples.size() >= kFewestExamples) form_ = table::form_of(examples);
}

bool UsualForm::fits(std::string_view value) const {
  return !has_form() || table::value_of(form_, value).has_value() ||
         std::ranges::binary_search(rule_->profile.values, hash_bytes(value));
}

}  // namespace pagekin::wrapper
