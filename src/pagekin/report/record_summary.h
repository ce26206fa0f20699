// What a run of `extract` without a wrapper says about itself: for people, and as JSON.
#pragma once

#include <cstddef>
#include <string>

#include "pagekin/extraction/extract_records.h"
#include "pagekin/skeleton/schema.h"

namespace pagekin::report {

// The state of each column that was learned in an earlier run, as JSON; the members are those of
// fields, see field_summary.h.
std::string health_json(const extraction::ExtractRun& run, const skeleton::Schema& schema);

// The columns of each template with type, fill and an example, for people; of those that were
// learned earlier also the fill of then, and what is broken. `most`: templates that are shown in
// full.
std::string summarise(const extraction::ExtractRun& run, const skeleton::Schema& schema,
                      std::size_t most, std::size_t width);

}  // namespace pagekin::report
