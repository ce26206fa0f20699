// How good clusterings are over the options of methods and measures.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "pagekin/classify.h"
#include "pagekin/export.h"
#include "pagekin/run.h"

namespace pagekin {

struct SweepOptions {
  // Specs. None: the methods that have a varied option, or all; the default measure of each.
  // "all" stands for every method that needs no option, or for every measure.
  std::vector<std::string> methods;
  std::vector<std::string> measures;
  // "threshold=0.1:0.9:0.1" (from, to, step) or "linkage=single,average". An option that both a
  // method and its measure have is named method.NAME or measure.NAME.
  std::vector<std::string> vary;
  bool time = false;  // run each setting from reading to clusters, and take its time
};

struct SweepSetting {
  std::string method;
  std::string measure;                        // empty: the method compares no pages
  std::map<std::string, std::string> values;  // of the varied options that it has
  bool is_done = false;
  std::string error;  // why it failed
  std::uint64_t clusters = 0;
  std::map<std::string, double> scores;  // by name, see list_scores()
  double seconds = 0;                    // of a timed sweep
};

struct SweepResult {
  std::vector<std::string> varied;  // names
  std::vector<SweepSetting> settings;
  std::uint64_t pages = 0;       // with a label
  std::uint64_t unlabelled = 0;  // clustered, but without a label
  std::uint64_t missing = 0;     // labelled, but not read
  PageCounts counts;
};

// Pages are read once for all settings, and compared once for each measure. A setting that fails
// has an error; the others go on. Throws OptionError for options that do not fit, InputError where
// no page could be used or none has a label, Cancelled.
PAGEKIN_API SweepResult sweep(const Source& source, const Labels& labels,
                              const SweepOptions& options, const Run& run = {});

}  // namespace pagekin
