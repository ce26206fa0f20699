// Templates that get a new design half-way through the crawl.
#pragma once

#include "pagekin/core/random.h"
#include "pagekin/synth/crawl_plan.h"

namespace pagekin::synth {

// Picks the number of templates that the options name and adds a redesign of each: a new body
// with new class names in the old theme. Nothing else in the plan changes. The order of all pages
// must be set. Throws OptionError if too few templates have enough pages in both halves.
void add_redesigns(Plan& plan, Random random);

}  // namespace pagekin::synth
