// Scores clusterings over ranges of the options of methods and measures.
//
// Pages are read once for all settings. Each measure with its options compares the pages once,
// and all methods share the similarities, which are freed before the next measure. In a timed
// sweep every setting is a run of its own instead, from reading to clusters.
//
// Cost for n pages: n (n - 1) / 2 comparisons for each setting of a measure; 2 n (n - 1) bytes,
// and the features of all pages that any setting needs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/core/progress.h"
#include "pagekin/eval/evaluation.h"
#include "pagekin/eval/labels.h"
#include "pagekin/input/source.h"
#include "pagekin/laboratory/sweep_plan.h"
#include "pagekin/reading/read_features.h"

namespace pagekin::laboratory {

struct SweepOptions {
  input::Source source;
  bool time = false;  // run each setting from reading to clusters
};

// The result of a setting.
struct SweepRow {
  bool is_done = false;        // false: failed, or not reached before the run was stopped
  std::string error;           // why it failed
  std::uint64_t clusters = 0;  // that hold labelled pages
  std::vector<double> scores;  // by eval::scores()
  std::vector<eval::TemplateMatch> per_template;
  // Of timed sweeps only.
  double seconds = 0;            // of the whole run
  double cluster_seconds = 0;    // of these, comparing and clustering
  double processor_seconds = 0;  // of all threads together
};

struct Sweep {
  SweepPlan plan;
  std::vector<SweepRow> rows;  // by setting
  bool is_timed = false;
  bool was_interrupted = false;  // stopped after some settings were done
  reading::ReadCounts counts;
  std::uint64_t pages = 0;       // with a label
  std::uint64_t unlabelled = 0;  // read and clustered, but without a label
  std::uint64_t missing = 0;     // labelled by name, but not read
  std::uint64_t templates = 0;   // of `pages`
  std::uint64_t measured = 0;    // how often all pages were compared
  double read_seconds = 0;
  double settings_seconds = 0;
};

// `progress` counts reading, `comparing` counts pairs. A setting that throws Error or runs out of
// memory becomes a failed row; the others go on. The rows do not depend on the number of threads.
// Throws InputError when no page could be used and when no page has a label, Cancelled when the
// run was stopped before any setting was done.
Sweep run_sweep(const SweepOptions& options, SweepPlan plan, const eval::Labels& labels,
                const std::function<void(const Incident&)>& on_incident = nullptr,
                Progress* progress = nullptr, Progress* comparing = nullptr);

}  // namespace pagekin::laboratory
