// How good clusterings are over the options of methods and measures.
//
// Pages are read once, for all settings. For every measure, with its options, the pages are
// compared once, and all methods with all their options share the similarities, which are
// gone before the next measure's turn. Timed, every setting is a run of its own instead, from
// reading to clusters.
//
// Cost: n (n - 1) / 2 comparisons for each different setting of a measure, and 2 n (n - 1)
// bytes, beside the features of all n pages that any of the settings needs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/core/progress.h"
#include "pagekin/eval/evaluation.h"
#include "pagekin/eval/labels.h"
#include "pagekin/input/source.h"
#include "pagekin/pipeline/read_features.h"
#include "pagekin/pipeline/sweep_plan.h"

namespace pagekin::pipeline {

struct SweepOptions {
  input::Source source;
  bool time = false;  // run each setting whole; the inputs are read again and again
};

// What a setting came to.
struct SweepRow {
  bool is_done = false;        // false: failed, or not reached before Ctrl-C
  std::string error;           // why it failed
  std::uint64_t clusters = 0;  // that hold labelled pages
  std::vector<double> scores;  // by eval::scores()
  std::vector<eval::TemplateMatch> per_template;
  // With SweepOptions::time only.
  double seconds = 0;            // whole
  double cluster_seconds = 0;    // of these, comparing and clustering
  double processor_seconds = 0;  // of all threads together
};

struct Sweep {
  SweepPlan plan;
  std::vector<SweepRow> rows;  // by setting
  bool is_timed = false;
  bool was_interrupted = false;  // by Ctrl-C, after some settings were done
  ReadCounts counts;
  std::uint64_t pages = 0;       // with a label
  std::uint64_t unlabelled = 0;  // read and clustered, but without a label
  std::uint64_t missing = 0;     // labelled by name, but not read
  std::uint64_t templates = 0;   // of `pages`
  std::uint64_t measured =
      0;  // how often pages were compared, once for all settings that can share it
  double read_seconds = 0;
  double settings_seconds = 0;
};

// `progress` is of reading, `comparing` counts pairs. A setting that throws Error, or finds
// no memory, is a failed row; the others go on. The rows do not depend on the number of
// threads. Throws Error when nothing could be read and when no page has a label, Cancelled
// when Ctrl-C came before any setting was done.
Sweep run_sweep(const SweepOptions& options, SweepPlan plan, const eval::Labels& labels,
                const std::function<void(const Incident&)>& on_incident = nullptr,
                Progress* progress = nullptr, Progress* comparing = nullptr);

}  // namespace pagekin::pipeline
