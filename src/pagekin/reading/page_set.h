// Reads all pages into memory, for use cases that compare pages with each other.
#pragma once

#include <functional>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/core/page_ids.h"
#include "pagekin/features/features.h"
#include "pagekin/input/source.h"
#include "pagekin/measure/measure.h"
#include "pagekin/reading/read_features.h"

namespace pagekin::reading {

struct PageSet {
  PageIds ids;
  std::vector<features::Features> features;  // by page, as extracted
  ReadCounts counts;
};

// Throws InputError when no page could be used.
PageSet read_page_set(const input::Source& source, const features::Needs& needs,
                      const std::function<void(const Incident&)>& on_incident = nullptr,
                      Progress* progress = nullptr);

// Fits the measure to the pages and prepares them for it.
void fit(measure::Measure& measure, std::vector<features::Features>& pages);

}  // namespace pagekin::reading
