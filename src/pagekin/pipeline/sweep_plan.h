// What a sweep varies, and the settings that come of it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pagekin::pipeline {

// More settings than this are taken for a mistake.
constexpr std::size_t kMaxSettings = 10'000;

// An option of methods or measures and the values it takes one after the other.
struct Varied {
  std::string name;  // as typed: "threshold", or "measure.shingle"
  std::vector<std::string> values;
  bool is_numeric = false;  // all of them are numbers
};

// "threshold=0.1:0.9:0.1" (from, to, step; the last value is the last that does not pass
// `to`) or "linkage=single,average". Steps are added as decimal fractions, so nothing drifts.
// Throws Error for anything else, for a value that comes twice, and for too many.
Varied parse_varied(std::string_view text);

// One clustering of the pages.
struct SweepSetting {
  std::string method;               // as asked for
  std::string measure;              // as asked for, or the method's own; empty: none
  std::vector<std::string> values;  // by varied option; empty where it has none of that name
  std::string method_spec;          // with the values
  std::string measure_spec;
};

struct SweepPlan {
  std::vector<Varied> varied;
  std::vector<SweepSetting> settings;
  bool has_methods = false;   // more than one
  bool has_measures = false;  // more than one, methods without any counted as one

  // "snn, similar=0.6": as much as tells a setting from the others; the varied option of
  // number `except` is left out.
  std::string describe(const SweepSetting& setting,
                       std::size_t except = static_cast<std::size_t>(-1)) const;
};

// Every method with every measure, for methods that compare pages, and every value of the
// options they have; options varied first change last. Without methods, those that have a
// varied option; without measures, each method's own. An option that both a method and its
// measure have must be named method.NAME or measure.NAME.
// Throws Error for an unknown name, for an option that no method and no measure has, for a
// value that is out of range, for an option both given and varied, for a measure that no
// method compares by, and for too many settings.
SweepPlan plan_sweep(const std::vector<std::string>& methods,
                     const std::vector<std::string>& measures, std::vector<Varied> varied);

}  // namespace pagekin::pipeline
