// What the values of a field look like on the pages from which it was learned. Later runs are
// compared with it (field_health.h, relocate.h).
//
// Cost: time linear in the pages; memory limited by kMaxProfileValues.
#pragma once

#include "pagekin/wrapper/template_pages.h"
#include "pagekin/wrapper/weigh_selectors.h"
#include "pagekin/wrapper/wrapper.h"

namespace pagekin::wrapper {

// The median support of the winners; 0 without any.
double usual_support(const FieldVotes& votes);

// `rule`: complete but for the profile.
FieldProfile profile_field(const TemplatePages& pages, const FieldVotes& votes,
                           const FieldRule& rule);

}  // namespace pagekin::wrapper
