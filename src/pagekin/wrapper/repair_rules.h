// The rules of a template after a repair: broken fields that were found again get their new rules,
// all others keep theirs.
//
// A field that is sound is never replaced. A field that is broken and was not found again stays as
// it is, so that later runs report it again. A list does not become a single value.
//
// A new rule must be better than the old one, looked at twice (second_look.h). If the values of the
// field have a form (usual_form.h), it must not only give more values of another form. And if it
// contradicts the old rule on more pages than gain a value, it must give at least three more
// different values that the field had before.
//
// All fields of a template share one vocabulary, by which keys are made. Rules of two times are put
// together with the vocabulary of either time, and tried on the pages: sound fields must have the
// values that they had with the rules before, repaired ones those that they have with the new
// rules. If neither vocabulary serves both, nothing is repaired.
//
// Cost: the rules are applied to each page six times.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "pagekin/wrapper/page_slots.h"
#include "pagekin/wrapper/relocate.h"
#include "pagekin/wrapper/wrapper.h"

namespace pagekin::wrapper {

// Sets `repaired`. Returns, by field of `before`, whether it was replaced. `is_broken`: by field of
// `before`. `pages`: on which `relocated` was learned.
std::vector<bool> repair_rules(const TemplateRules& before, const Relocated& relocated,
                               const std::vector<bool>& is_broken,
                               std::span<const PageSlots* const> pages,
                               std::span<const std::string_view> addresses,
                               TemplateRules& repaired);

}  // namespace pagekin::wrapper
