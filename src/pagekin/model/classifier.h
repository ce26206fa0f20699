// Assigns a page to a template that a model learnt, or to none.
//
// Fingerprints and hashes: every training page that matches votes for its class. The class
// with most votes wins; ties go to the first class. The score is the similarity to the
// nearest matching page of that class. Without a match the answer is none, with score 0.
//
// Other measures: the similarity of a class is that of its most similar training page. The
// most similar class among those that reach their threshold wins and gives the score; ties
// go to the first class. If there is none, the answer is none, with the similarity of the
// nearest class.
//
// Source: Hachenberg, Gottron: Locality Sensitive Hashing for Scalable Structural
// Classification and Clustering of Web Documents, CIKM 2013, sections 4.1 and 4.2. That the
// nearest class wins is ours; the paper has one binary classifier for each class
// (Decide::kAll).
// Cost: for fingerprints and hashes expected constant time a page, whatever the number of
// training pages. Otherwise one comparison with each different training page; the measure
// learns which similarity still matters and ends most of them early.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pagekin/classify.h"
#include "pagekin/features/features.h"
#include "pagekin/measure/measure.h"
#include "pagekin/model/match_table.h"
#include "pagekin/model/model.h"
#include "pagekin/recognise/recogniser.h"

namespace pagekin::model {

constexpr int kNone = -1;

// kAll is one binary classifier for each class.
using pagekin::Decide;

struct Decision {
  int best = kNone;      // number of the class
  double score = 0;      // in [0, 1]
  std::vector<int> all;  // ascending; empty with Decide::kBest
};

// How far classes have moved since they were learned, by number of the class; empty: not known.
using ClassDrifts = std::map<int, recognise::Drift>;

// Anything that assigns pages to templates. Immutable: may be used by many threads.
class PageClassifier {
 public:
  virtual ~PageClassifier() = default;

  // The classes to choose from, and what the choice is based on, in a few words.
  virtual const std::vector<Class>& classes() const = 0;
  virtual const std::string& basis() const = 0;

  // What must be extracted from a page.
  virtual features::Needs needs() const = 0;

  // Classifies a page as extracted.
  virtual Decision classify(Features page, Decide decide) const = 0;
  Decision classify(Features page) const { return classify(std::move(page), Decide::kBest); }

  // Whether classify_together() says how far the classes have moved.
  virtual bool reports_drift() const { return false; }

  // Classifies pages that were read together, and says how far the classes have moved; witnesses
  // are places in `pages`. A classifier that does not look at batches classifies one page after the
  // other.
  virtual std::vector<Decision> classify_together(std::vector<Features> pages, Decide decide,
                                                  unsigned threads, ClassDrifts& drifts) const;
};

class Classifier final : public PageClassifier {
 public:
  // Throws Error if the model is inconsistent.
  explicit Classifier(Model model);

  const Model& model() const { return model_; }
  const std::vector<Class>& classes() const override { return model_.classes; }
  const std::string& basis() const override { return model_.measure; }
  features::Needs needs() const override { return measure_->needs(); }

  using PageClassifier::classify;
  Decision classify(Features page, Decide decide) const override;

  // Classifies a page that was prepared with the model's measure.
  Decision classify_prepared(const Features& page, Decide decide = Decide::kBest) const;

 private:
  Decision nearest(const Features& page, Decide decide) const;

  Model model_;
  std::unique_ptr<measure::Measure> measure_;
  std::unique_ptr<MatchTable> matches_;  // if the measure has a match_key()
  std::vector<std::size_t> starts_;      // by class: its first example; one more for the end
};

}  // namespace pagekin::model
