// The first incidents of a run, for its report.
#pragma once

#include <vector>

#include "pagekin/page.h"
#include "pagekin/run.h"
#include "pagekin/visual/report_facts.h"

namespace pagekin::api {

// Keeps the first ones and hands all of them on. Valid while `run` is.
class FirstIncidents {
 public:
  explicit FirstIncidents(const Run& run) : run_(&run) {}

  void operator()(const Incident& incident) {
    if (kept.size() < visual::kMostIncidents) kept.push_back(incident);
    if (run_->incident) run_->incident(incident);
  }

  std::vector<Incident> kept;

 private:
  const Run* run_;
};

}  // namespace pagekin::api
