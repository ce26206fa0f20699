// Labels for a template that lacks them, from a template of the same site that has them.
//
// Two templates may be states of one kind of page: with and without a picture, say. A label on a
// page of one should serve the other. The rules of the first are applied to pages of the second;
// where they find a field with confidence on most pages, the most confident answers become labels
// from which the second learns its own rules. Most fields of the first must be found, and at least
// two: a list of products has titles, too. What is found must look like the field: have its form,
// differ from page to page if the field does, and be no text of the template.
//
// Cost: that of applying the rules to the pages.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "pagekin/wrapper/learn.h"
#include "pagekin/wrapper/place_labels.h"
#include "pagekin/wrapper/wrapper.h"

namespace pagekin::wrapper {

// The labels of those fields of `donor` that `own` lacks, for pages of another template; empty if
// the templates do not share their fields.
std::vector<LabelledField> borrow_labels(const TemplateRules& donor,
                                         std::span<const LabelledField> own,
                                         std::span<const PageSlots* const> pages,
                                         std::span<const std::string_view> addresses);

// Removes what was learned from borrowed labels, but does not look like the field of the donor.
// Returns whether most fields of the donor are there: else the templates do not share them.
bool drop_unlike(const TemplateRules& donor, TemplateRules& rules,
                 std::vector<LabelledField>& fields, std::vector<LearnedField>& learned);

}  // namespace pagekin::wrapper
