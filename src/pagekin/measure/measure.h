// Measures of the similarity of two pages, found by name.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/hash.h"
#include "pagekin/core/params.h"
#include "pagekin/core/reference.h"
#include "pagekin/features/features.h"
#include "pagekin/similarity_basis.h"

namespace pagekin {
class Verdicts;  // see core/verdicts.h
}

namespace pagekin::measure {

using features::Features;
using features::Needs;

using Basis = SimilarityBasis;

struct Explained {
  double similarity = 0;
  Basis basis;
};

// Whether a similarity is at least `at_least`. Similarities are stored as float, so both are
// rounded to float first: 1 - 0.15 reaches 0.85.
inline bool reaches(double similarity, double at_least) {
  return static_cast<float>(similarity) >= static_cast<float>(at_least);
}

// What two pages must have in common to match. A classifier looks training pages up by it.
struct MatchKey {
  Hash128 Features::*hash = nullptr;  // equal hashes match; null: similar fingerprints match
  int max_edits = 0;                  // largest edit distance of fingerprints that match
};

class SetMeasure;  // see set_measure.h
class JoinBounds;  // see join_bounds.h

// How to use a measure: make it; for a run of pages call fit() once with all of them; call
// prepare() once for each page; then compare. Two pages alone are compared without fit().
// fit() is the last call that changes a measure; after it, several threads may use it.
class Measure {
 public:
  virtual ~Measure() = default;

  // The features that must be extracted from a page, with the options of this measure.
  virtual Needs needs() const = 0;

  // Learns what depends on all pages of the run.
  virtual void fit(std::span<const Features> pages);

  // Changes the extracted features of a page to the form that is compared. A second call
  // changes nothing.
  virtual void prepare(Features& page) const;

  // Returns the similarity of two prepared pages, in [0, 1]; 1 for equal features. If it is
  // below `at_least`, may return any value below `at_least`. Deterministic.
  virtual double similarity(const Features& a, const Features& b, double at_least = 0) const = 0;

  virtual Basis basis(const Features& a, const Features& b) const = 0;

  // Returns both. Does the work once if similarity and basis share it.
  virtual Explained explain(const Features& a, const Features& b) const {
    return {.similarity = similarity(a, b), .basis = basis(a, b)};
  }

  // Returns itself if it depends only on the overlap of two sets or bags, else null.
  virtual const SetMeasure* as_set() const { return nullptr; }

  // Whether similarity(a, b) is always similarity(b, a). If not, the measure can compare two
  // pages, but cannot cluster or classify.
  virtual bool symmetric() const { return true; }

  // Returns what decides which pairs of pages reach `at_least` (see core/verdicts.h). The
  // pages are prepared and must outlive it. With `exact` a similar pair gets its similarity,
  // else it may get a lower bound of it. By default every pair is compared.
  virtual std::unique_ptr<Verdicts> verdicts(std::span<const Features> pages, double at_least,
                                             bool exact) const;

  // Returns what pages that reach `at_least`, which is above 0, must have in common; null if the
  // measure knows no such thing, or depends on fit(). The measure must outlive it.
  virtual std::unique_ptr<JoinBounds> join_bounds(double at_least) const;

  // For measures by which a page matches a training page or does not. A classifier lets the
  // training pages that match vote; it does not look for the most similar one.
  virtual std::optional<MatchKey> match_key() const { return {}; }

  // The threshold of a classifier, if all classes have the same: a page with a lower
  // similarity is not of the class. By default each class learns its threshold from its
  // training pages.
  virtual std::optional<float> fixed_threshold() const { return {}; }

  // learnt() returns what fit() learnt, for a model; empty for nothing. learn() takes it back
  // and throws Error for bytes that learnt() cannot have made.
  virtual std::string learnt() const;
  virtual void learn(std::string_view bytes);
};

struct MeasureInfo {
  std::string_view name;
  std::string_view summary;
  std::vector<Citation> references;
  std::string_view cost;  // of one comparison; n is the size of a page
  std::vector<ParamDoc> options;
  std::unique_ptr<Measure> (*make)(const ParamMap&);
  // The row in Table 5 of Hachenberg and Gottron (2013), which compares measures as classifiers;
  // 0: not in this table.
  int paper_row = 0;
  std::string_view words = {};  // other names and words that people search for
};

std::span<const MeasureInfo> measures();

// The names of the measures in Table 5 of Hachenberg and Gottron (2013), in the order of its rows.
std::vector<std::string> paper_measures();

// Makes the measure of a spec: "pq_gram", "pq_gram:p=3,q=2". Throws Error for an unknown name
// or option and for a value out of range.
std::unique_ptr<Measure> make(std::string_view spec);

// The specs with the names of all measures in place of "all"; a spec that is there already is not
// repeated.
std::vector<std::string> expand_all(const std::vector<std::string>& specs);

// Like make(), but throws Error for a measure that is not symmetric, too.
std::unique_ptr<Measure> make_symmetric(std::string_view spec);

}  // namespace pagekin::measure
