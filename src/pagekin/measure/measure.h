// Measures: how alike two pages are, got by name.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/params.h"
#include "pagekin/features/features.h"

namespace pagekin {
class Verdicts;  // see core/verdicts.h
}

namespace pagekin::measure {

using features::Features;
using features::Needs;

// What a similarity rests on, for people: "12 and 15 class names, 11 shared".
struct Evidence {
  std::string_view what;                // plural
  std::array<std::size_t, 2> sizes{};   // how many each page has
  std::optional<std::size_t> shared{};  // how many of them in common, where that makes sense
  std::optional<double> at_most{};      // where the similarity is but a lower bound: an upper one
};

struct Explained {
  double similarity = 0;
  Evidence evidence;
};

// Whether a similarity counts as `at_least`. Similarities are stored as float, so both are
// rounded first: 1 - 0.15 reaches 0.85.
inline bool reaches(double similarity, double at_least) {
  return static_cast<float>(similarity) >= static_cast<float>(at_least);
}

class SetMeasure;  // see set_measure.h

// Life of a measure: configured; for a run of pages fit() once with all of them; then
// prepare() once for each page; then compared at will. Two pages alone are compared
// without fit(). Once fitted it is immutable, so one Measure serves many threads.
class Measure {
 public:
  virtual ~Measure() = default;

  // What must be extracted from a page, with the options of this measure.
  virtual Needs needs() const = 0;

  // Learns what depends on the whole run.
  virtual void fit(std::span<const Features> pages);

  // Brings the features of one page, as extracted, into the form that is compared.
  // Doing it twice changes nothing.
  virtual void prepare(Features& page) const;

  // In [0, 1]; 1 for equal features; deterministic. When the similarity is
  // below `at_least`, any value below it may be returned.
  virtual double similarity(const Features& a, const Features& b, double at_least = 0) const = 0;

  virtual Evidence evidence(const Features& a, const Features& b) const = 0;

  // Both, with the work done once where they share it.
  virtual Explained explain(const Features& a, const Features& b) const {
    return {.similarity = similarity(a, b), .evidence = evidence(a, b)};
  }

  // Itself, where nothing but the overlap of two sets or bags counts.
  virtual const SetMeasure* as_set() const { return nullptr; }

  // Whether similarity(a, b) is similarity(b, a). If not, only two pages can be compared.
  virtual bool symmetric() const { return true; }

  // Which pairs of `pages`, which are prepared and stay, reach `at_least` (see
  // verdicts.h). With `exact` a similar pair gets its similarity, else a lower bound of
  // it will do. By default every pair is compared.
  virtual std::unique_ptr<Verdicts> verdicts(std::span<const Features> pages, double at_least,
                                             bool exact) const;

  // What fit() learnt, to be kept in a model, and back. Empty for nothing. learn()
  // throws Error for bytes that learnt() cannot have made.
  virtual std::string learnt() const;
  virtual void learn(std::string_view bytes);
};

// How a classifier (see model/) finds the class of a page by a measure.
enum class ClassRule : std::uint8_t {
  kNearest,      // the class of the most similar training page, if that is similar enough
  kHash,         // the classes of the training pages that have the same hash
  kFingerprint,  // the classes of the training pages within `max_edits` of its fingerprint
};

struct MeasureInfo {
  std::string_view name;
  std::string_view summary;
  std::string_view reference;
  std::string_view cost;  // of one comparison, n being the size of a page
  std::vector<ParamDoc> options;
  std::unique_ptr<Measure> (*make)(const ParamMap&);
  ClassRule class_rule = ClassRule::kNearest;
  bool learns_thresholds = true;  // with kNearest: one for each class; else all have one
};

std::span<const MeasureInfo> measures();

// "pq_gram", "pq_gram:p=3,q=2". Throws Error for an unknown name or option and for a
// value out of range.
std::unique_ptr<Measure> make(std::string_view spec);

// For all that compares pages either way round. Throws Error for a measure that is not
// symmetric, too.
std::unique_ptr<Measure> make_symmetric(std::string_view spec);

}  // namespace pagekin::measure
