// Evaluates a clustering by a measure, without labels: reads inputs and returns the internal
// quality of assignments (see eval/internal_quality.h).
#pragma once

#include <functional>
#include <span>
#include <string>

#include "pagekin/core/page.h"
#include "pagekin/core/progress.h"
#include "pagekin/eval/assignments.h"
#include "pagekin/eval/internal_quality.h"
#include "pagekin/measure/measure.h"
#include "pagekin/reading/page_set.h"

namespace pagekin::laboratory {

using pagekin::InternalEvaluation;

// A measure that learns from the run learns from all pages read. `reading` counts what is read,
// `comparing` counts pairs. Throws InputError when no page could be used and when no page read is
// in a cluster, Error for a measure that is not symmetric.
InternalEvaluation evaluate_by_measure(
    const input::Source& source, const std::string& measure,
    std::span<const eval::Assignment> assignments,
    const std::function<void(const Incident&)>& on_incident = nullptr, Progress* reading = nullptr,
    Progress* comparing = nullptr);

}  // namespace pagekin::laboratory
