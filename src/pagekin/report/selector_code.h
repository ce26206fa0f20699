// Selectors as code for other tools.
#pragma once

#include <string>

#include "pagekin/extraction/find_selectors.h"

namespace pagekin::report {

// Python for Scrapy and parsel.
std::string to_scrapy(const extraction::SelectorsRun& run);

// JavaScript for the console of a browser.
std::string to_console(const extraction::SelectorsRun& run);

}  // namespace pagekin::report
