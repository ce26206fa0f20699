// Compares two pages by any number of measures.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "pagekin/compare.h"
#include "pagekin/core/page.h"
#include "pagekin/input/source.h"
#include "pagekin/measure/measure.h"

namespace pagekin::laboratory {

struct CompareOptions {
  std::array<std::string, 2> pages;  // inputs of one page each, or ids of pages in `source`
  input::Source source;  // where the ids are looked up; without inputs: `pages` are inputs
  std::vector<std::string> measures;  // specs; none: every measure with its defaults
};

using Comparison = PageComparison;

// The measures are not fitted: nothing depends on other pages. Throws InputError when a page
// cannot be read or an input holds several pages.
Comparison compare_pages(const CompareOptions& options,
                         const std::function<void(const Incident&)>& on_incident = nullptr);

}  // namespace pagekin::laboratory
