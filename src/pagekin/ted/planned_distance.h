// Tree edit distance by a plan: what zhang_shasha, rted and apted share.
#pragma once

#include <algorithm>
#include <cstdint>

#include "pagekin/ted/costs.h"
#include "pagekin/ted/edit_tree.h"
#include "pagekin/ted/plan.h"
#include "pagekin/ted/single_path.h"

namespace pagekin::ted {

struct PlannedEdit {
  EditPlan plan;
  std::uint64_t bytes = 0;  // the memory that planning took
};

// Makes the cheapest plan with such inner paths.
template <InnerPaths paths>
PlannedEdit cheapest_plan(const SidedPair& pair) {
  PlannedEdit planned;
  planned.plan = best_plan(pair, paths, &planned.bytes);
  return planned;
}

inline EditWork work_of(const PlannedEdit& planned, const SidedPair& pair, const EditCosts& costs) {
  return {planned.plan.cells,
          std::max(planned.bytes, bytes_to_carry_out(planned.plan, pair, costs))};
}

// `make_plan` makes a PlannedEdit from a SidedPair.
template <class MakePlan>
EditWork planned_work(const EditTree& a, const EditTree& b, const EditCosts& costs,
                      const MakePlan& make_plan) {
  if (a.empty() || b.empty() || a.root_id() == b.root_id()) return {};
  const SidedPair pair(a, b);
  return work_of(make_plan(pair), pair, costs);
}

template <class MakePlan>
EditCost planned_distance(const EditTree& a, const EditTree& b, const EditCosts& costs,
                          EditWork* work, const MakePlan& make_plan) {
  if (a.empty() || b.empty()) return a.size() * costs.remove + b.size() * costs.insert;
  if (a.root_id() == b.root_id()) return 0;
  const SidedPair pair(a, b);
  const PlannedEdit planned = make_plan(pair);
  if (work != nullptr) {
    const EditWork more = work_of(planned, pair, costs);
    work->cells += more.cells;
    work->bytes = std::max(work->bytes, more.bytes);
  }
  return carry_out(planned.plan, pair, costs);
}

}  // namespace pagekin::ted
