// The options that a sweep varies, and the settings that result.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pagekin::laboratory {

// A plan with more settings is refused as a mistake.
constexpr std::size_t kMaxSettings = 10'000;

// An option of methods or measures, and its values in order.
struct Varied {
  std::string name;  // as typed: "threshold", or "measure.shingle"
  std::vector<std::string> values;
  bool is_numeric = false;  // all of them are numbers
};

// Parses "threshold=0.1:0.9:0.1" (from, to, step; no value passes `to`) or
// "linkage=single,average". Steps are added as decimal fractions, so no rounding errors add up.
// Throws OptionError for any other text, for a repeated value, and for too many values.
Varied parse_varied(std::string_view text);

// One clustering of the pages.
struct SweepSetting {
  std::string method;               // as asked for
  std::string measure;              // as asked for, or the method's own; empty: none
  std::vector<std::string> values;  // by varied option; empty if the setting lacks it
  std::string method_spec;          // with the values
  std::string measure_spec;
};

struct SweepPlan {
  std::vector<Varied> varied;
  std::vector<SweepSetting> settings;
  bool has_methods = false;   // more than one
  bool has_measures = false;  // more than one; no measure counts as one

  // "snn, similar=0.6": what distinguishes a setting from the others, without the varied option
  // of number `except`.
  std::string describe(const SweepSetting& setting,
                       std::size_t except = static_cast<std::size_t>(-1)) const;
};

// Combines every method with every measure, if the method compares pages, and with every value
// of the varied options that they have. The last option varies fastest. "all" stands for every
// measure, or for every method that needs no option. Without methods it takes those that have a
// varied option, or all if nothing is varied; without measures the default of each method. An
// option that both a method and its measure have must be named method.NAME or measure.NAME.
// Throws OptionError for an unknown name, for an option that no method and no measure has, for a
// value out of range, for an option that is both given and varied, for a measure that no method
// uses, and for too many settings.
SweepPlan plan_sweep(const std::vector<std::string>& methods,
                     const std::vector<std::string>& measures, std::vector<Varied> varied);

}  // namespace pagekin::laboratory
