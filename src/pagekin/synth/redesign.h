// Templates that get a new design half-way through the crawl.
#pragma once

#include "pagekin/core/random.h"
#include "pagekin/synth/crawl_plan.h"

namespace pagekin::synth {

// Picks as many templates as the options say and adds what they become: a new
// body with new class names in the theme of the old one. Nothing else in the plan
// changes. Needs the order of all pages.
// Throws Error when there are too few templates with enough pages in both halves.
void add_redesigns(Plan& plan, Random random);

}  // namespace pagekin::synth
