// What the values of a field look like on the pages from which it was learned. Later runs are
// compared with it (field_health.h, relocate.h).
//
// Cost: time linear in the pages; memory limited by kMaxProfileValues.
#pragma once

#include "pagekin/wrapper/place_labels.h"
#include "pagekin/wrapper/template_pages.h"
#include "pagekin/wrapper/weigh_selectors.h"
#include "pagekin/wrapper/wrapper.h"

namespace pagekin::wrapper {

// The median support of the winners; 0 without any.
double usual_support(const FieldVotes& votes);

// `rule`: complete but for the profile. If the labelled values have a form (a date, a number with a
// unit) and most values of other pages have it, values without it are counted as filled and not
// kept: nobody has said that "3 May to 5 May" is a value.
FieldProfile profile_field(const TemplatePages& pages, const PlacedField& field,
                           const FieldVotes& votes, const FieldRule& rule);

}  // namespace pagekin::wrapper
