// How good clusterings are over the options of methods and measures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "pagekin/classify.h"
#include "pagekin/export.h"
#include "pagekin/options.h"
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
  // A stop ends the sweep with the settings that are done; otherwise with Cancelled.
  bool partial = false;
};

template <>
struct OptionsOf<SweepOptions> {
  using Self = SweepOptions;
  static constexpr auto all = std::tuple{
      option(&Self::vary,
             {.name = "vary",
              .help = "try values of an option of methods or measures: NAME=FROM:TO:STEP or "
                      "NAME=VALUE,VALUE,...; method.NAME or measure.NAME if both have the option",
              .group = "Method",
              .value = "NAME=VALUES"}),
      option(&Self::methods,
             {.name = "methods",
              .help = "name or name:option=value,...; 'all' for every method; see 'pagekin list "
                      "methods'; without it, those that have a varied option, or all",
              .group = "Method",
              .value = "METHOD",
              .flag = "method"}),
      option(
          &Self::measures,
          {.name = "measures",
           .help =
               "the measure of methods that compare pages; 'all' for every measure; see 'pagekin "
               "list measures'; without it, each method's own",
           .group = "Method",
           .value = "MEASURE",
           .flag = "measure"}),
      option(&Self::time,
             {.name = "time",
              .help = "run every setting from reading to clusters, and report its seconds",
              .group = "Running"}),
  };
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
  std::uint64_t measured = 0;  // how often all pages were compared
  bool was_interrupted = false;
  double read_seconds = 0;
  double settings_seconds = 0;
  std::shared_ptr<const struct SweepDetails> details;  // for the functions below
};

// Throws OptionError for options that do not fit each other or the source.
PAGEKIN_API void check_sweep(const Source& source, const SweepOptions& options);

// Pages are read once for all settings, and compared once for each measure. A setting that fails
// has an error; the others go on. Throws OptionError for options that do not fit, InputError where
// no page could be used or none has a label, Cancelled.
PAGEKIN_API SweepResult sweep(const Source& source, const Labels& labels,
                              const SweepOptions& options, const Run& run = {});

// The same settings on several corpora, each with labels of its own.
struct SweepCorpus {
  std::string name;
  Source source;
  Labels labels;
};

// Scores are means, so that each corpus counts once; pages are sums. A setting that was not done on
// all corpora is not done.
PAGEKIN_API SweepResult sweep_corpora(std::span<const SweepCorpus> corpora,
                                      const SweepOptions& options, const Run& run = {});

// What to show of a sweep.
struct SweepView {
  std::vector<std::string> scores;  // see list_scores(); empty: the usual ones
  std::size_t width = 0;            // of a table, in columns; 0: any
};

template <>
struct OptionsOf<SweepView> {
  using Self = SweepView;
  static constexpr auto all = std::tuple{
      option(&Self::scores,
             {.name = "scores",
              .help = "a score to show in table and plot, instead of the usual ones; see 'pagekin "
                      "list scores'",
              .group = "Output",
              .value = "SCORE",
              .flag = "score"}),
  };
};

// A sweep as a table for people, as CSV and JSON with all scores, and as a plot over the varied
// options. Over several corpora the table has the differences to the best setting with paired
// intervals, and the corpus where each setting is worst.
PAGEKIN_API std::string sweep_table(const SweepResult& result, const SweepView& view = {});
PAGEKIN_API std::string sweep_csv(const SweepResult& result);
PAGEKIN_API std::string sweep_json(const SweepResult& result, const SweepView& view = {});
PAGEKIN_API std::string sweep_svg(const SweepResult& result, const SweepView& view = {});

// Throws OptionError for a score that does not exist.
PAGEKIN_API void check_scores(std::span<const std::string> names);

}  // namespace pagekin
