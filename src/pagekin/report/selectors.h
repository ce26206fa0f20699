// Selectors as a table for people, as JSON, and as code for other tools.
#pragma once

#include <string>

#include "pagekin/extraction/find_selectors.h"

namespace pagekin::report {

enum class SelectorFormat : std::uint8_t {
  kText,
  kJson,
  kCrawl4ai,  // schemas for JsonCssExtractionStrategy
  kScrapy,    // Python for Scrapy and parsel
  kConsole,   // JavaScript for the console of a browser
};

std::string write_selectors(const extraction::SelectorsRun& run, SelectorFormat format);

}  // namespace pagekin::report
