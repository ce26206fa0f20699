// Fills the grammar of a template for one page.
#pragma once

#include <string>
#include <vector>

#include "pagekin/synth/crawl_plan.h"

namespace pagekin::synth {

// Appends the HTML of the page, which depends only on the arguments. If `spans` is not null, it
// gets the stretches of the HTML that the template does not fix.
void write_page(const Plan& plan, const PageRef& page, std::string& out,
                std::vector<PartSpan>* spans = nullptr);

}  // namespace pagekin::synth
