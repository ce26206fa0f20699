#include "pagekin/evaluate.h"

#include <vector>

#include "pagekin/api/convert.h"
#include "pagekin/api/labels.h"
#include "pagekin/api/own_thread.h"
#include "pagekin/eval/evaluation.h"
#include "pagekin/laboratory/internal_evaluation.h"

namespace pagekin {

Evaluation evaluate(std::span<const Assignment> assignments, const Labels& labels,
                    const std::string& name) {
  return eval::evaluate(assignments, api::eval_labels(labels), name);
}

Evaluation evaluate(const ClusterResult& result, const Labels& labels) {
  std::vector<Assignment> assignments;
  assignments.reserve(result.pages.size());
  for (std::size_t page = 0; page < result.pages.size(); ++page) {
    assignments.push_back({.page = result.pages[page], .cluster = result.labels[page]});
  }
  return evaluate(assignments, labels);
}

InternalEvaluation evaluate_by_measure(const Source& source,
                                       std::span<const Assignment> assignments,
                                       const InternalOptions& options, const Run& run) {
  return api::on_own_thread(
      run, {{"reading"}, {"comparing", "pairs"}}, [&](Progress& reading, Progress& comparing) {
        return laboratory::evaluate_by_measure(api::input_source(source, run), options.measure,
                                               assignments, run.incident, &reading, &comparing);
      });
}

}  // namespace pagekin
