// The name of a page: its URL, its title, and its file in a directory.
//
// All three follow from the plan and the page's place in it, so any page can link to any other
// page without generating it.
#pragma once

#include <cstdint>
#include <string>

#include "pagekin/synth/crawl_plan.h"

namespace pagekin::synth {

// The number of the page in its URL; equal for all views of the page.
std::uint64_t page_id(const Plan& plan, const PageRef& page);

bool is_front_page(const Plan& plan, const PageRef& page);

// Appends the URL from the slash after the host on.
void append_url_path(const Plan& plan, const PageRef& page, std::string& out);
void append_url(const Plan& plan, const PageRef& page, std::string& out);

// Appends the path below the output directory: host, section, id / 500, name. A folder has at
// most 1000 files, views included.
void append_file_path(const Plan& plan, const PageRef& page, std::string& out);

void append_title(const Plan& plan, const PageRef& page, std::string& out);

}  // namespace pagekin::synth
