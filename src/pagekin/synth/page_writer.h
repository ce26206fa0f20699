// Fills the grammar of a template for one page.
#pragma once

#include <string>

#include "pagekin/synth/crawl_plan.h"

namespace pagekin::synth {

// Appends the HTML of the page, which depends only on the arguments.
void write_page(const Plan& plan, const PageRef& page, std::string& out);

}  // namespace pagekin::synth
