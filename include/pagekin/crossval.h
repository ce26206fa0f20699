// How good classifiers are: they learn from some labelled pages and classify the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "pagekin/export.h"
#include "pagekin/labels.h"
#include "pagekin/options.h"
#include "pagekin/run.h"

namespace pagekin {

struct CrossvalOptions {
  // Specs; "all" stands for every measure. None: those of Hachenberg and Gottron's Table 5.
  std::vector<std::string> measures;
  int folds = 10;               // 2 or more
  int train_per_class = 0;      // instead of folds: training pages of each template
  std::optional<int> held_out;  // templates left out at a time; 0: no such test; unset: a tenth
  std::uint64_t seed = 1;
  std::size_t sample = 0;  // about this number of pages, in proportion to templates; 0: all
  bool time = true;        // measure how long extraction and classification take
};

template <>
struct OptionsOf<CrossvalOptions> {
  using Self = CrossvalOptions;
  static constexpr auto all = std::tuple{
      option(&Self::measures,
             {.name = "measures",
              .help = "name or name:option=value,...; 'all' for every measure; see 'pagekin list "
                      "measures'; without it, those of Hachenberg and Gottron's Table 5",
              .group = "Method",
              .value = "MEASURE",
              .flag = "measure"}),
      option(&Self::folds,
             {.name = "folds",
              .help = "number of parts; each part is tested once, by a classifier that learned "
                      "from the others",
              .group = "Testing",
              .min = 2,
              .max = 1'000'000}),
      option(&Self::train_per_class,
             {.name = "train_per_class",
              .help = "instead of folds: learn from this number of pages of each template, test "
                      "the others",
              .group = "Testing",
              .min = 1,
              .max = 1'000'000'000,
              .excludes = "folds"}),
      option(&Self::held_out,
             {.name = "held_out",
              .help = "number of templates that are left out of learning at a time; their pages "
                      "should be classified as none; a tenth of the templates by default; 0: no "
                      "such test",
              .group = "Testing",
              .max = 1'000'000'000}),
      option(&Self::sample,
             {.name = "sample",
              .help = "use about this number of pages, in proportion to the templates, 0 for all; "
                      "the inputs are read twice",
              .group = "Testing",
              .value = "N"}),
      option(&Self::seed, {.name = "seed",
                           .help = "another seed draws other folds and samples",
                           .group = "Testing",
                           .value = "N"}),
      option(&Self::time,
             {.name = "time",
              .help = "measure how long extraction and classification take; without times every "
                      "run gives the same bytes",
              .group = "Testing"}),
  };
};

// Throws OptionError for a measure that does not exist and for a number out of its range.
PAGEKIN_API void check_options(const CrossvalOptions& options);

// The labelled pages, read once for all measures. A value; copies share what they hold.
class PAGEKIN_API CrossvalPages {
 public:
  PageCounts counts;
  std::uint64_t labelled = 0;    // before sampling
  std::uint64_t unlabelled = 0;  // read, but without a label
  std::uint64_t missing = 0;     // labelled by name, but not read
  std::size_t taken = 0;         // after sampling

  struct State;
  explicit CrossvalPages(std::shared_ptr<State> state) : state_(std::move(state)) {}
  State& state() const { return *state_; }

 private:
  std::shared_ptr<State> state_;
};

// With a sample the source is read twice. Throws InputError when no page could be used and when no
// page has a label, Cancelled.
PAGEKIN_API CrossvalPages read_crossval_pages(const Source& source, const Labels& labels,
                                              const CrossvalOptions& options, const Run& run = {});

struct DecisionScores {
  double precision = 0;  // means over templates
  double recall = 0;
  double f1 = 0;
  double accuracy = 0;
};

// The scores of a classifier with two ways to decide: the most similar template, and every template
// whose threshold is met.
struct MeasureScores {
  std::string measure;  // as asked for
  DecisionScores best;  // accuracy: share of pages with their own template
  DecisionScores all;   // accuracy: share of right answers over all pairs of page and template
  std::uint64_t held_out_pages = 0;  // pages of left-out templates; 0: no such test
  double held_out_none = 0;          // share of these that were classified as none
  double extract_seconds = 0;        // for one page, on one core
  double classify_seconds = 0;       // for one extracted page, against one fold
};

class PAGEKIN_API CrossvalResult {
 public:
  std::uint64_t pages = 0;
  std::size_t templates = 0;
  std::vector<MeasureScores> measures;

  struct State;
  explicit CrossvalResult(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  const State& state() const { return *state_; }

 private:
  std::shared_ptr<const State> state_;
};

// Consumes the pages, also those of copies; the options must be those that read them. Throws
// InputError when there are fewer than two templates or no template has two pages, Cancelled.
PAGEKIN_API CrossvalResult cross_validate(CrossvalPages&& pages, const CrossvalOptions& options,
                                          const Run& run = {});

// Both steps.
PAGEKIN_API CrossvalResult cross_validate(const Source& source, const Labels& labels,
                                          const CrossvalOptions& options = {}, const Run& run = {});

// One row for each measure and decision. With `significance` also a t-test over the folds of every
// measure against the one with the best F1.
PAGEKIN_API std::string to_table(const CrossvalResult& result, bool significance = false);

// Writes the same values as JSON, with scores by template and by fold, and t-tests of all pairs of
// measures.
PAGEKIN_API std::string to_json(const CrossvalResult& result, bool significance = false);

}  // namespace pagekin
