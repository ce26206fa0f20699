// Names the template of a page, or none, from what a model learnt.
//
// Fingerprints and hashes: every training page that matches votes for its class; the
// class with most votes wins, of equals the first one. The score is the similarity to
// the nearest page that matched in that class; without a match the answer is none with
// score 0.
//
// Other measures: a class is as similar as its most similar training page. The most
// similar class at or above its threshold wins, of equals the first one, and gives the
// score; without any the answer is none with the similarity of the nearest class.
//
// Source: Hachenberg, Gottron: Locality Sensitive Hashing for Scalable Structural
// Classification and Clustering of Web Documents, CIKM 2013, sections 4.1 and 4.2. That
// the nearest class wins is ours; the paper asks each class by itself (Decide::kAll).
// Cost: for fingerprints and hashes expected constant time a page, whatever the number of
// training pages. Otherwise a comparison with each different training page, most of
// them cut short by the measure, which is told what similarity still matters.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pagekin/features/features.h"
#include "pagekin/measure/measure.h"
#include "pagekin/model/match_table.h"
#include "pagekin/model/model.h"

namespace pagekin::model {

constexpr int kNone = -1;

enum class Decide {
  kBest,  // the one class that wins
  kAll,   // beside it every class that the page meets: one binary classifier a template
};

struct Decision {
  int best = kNone;      // number of the class
  double score = 0;      // in [0, 1]
  std::vector<int> all;  // ascending; empty under Decide::kBest
};

// Whatever names templates. Immutable: may be used from many threads.
class PageClassifier {
 public:
  virtual ~PageClassifier() = default;

  // The classes among which it chooses, and in a few words by what.
  virtual const std::vector<Class>& classes() const = 0;
  virtual const std::string& basis() const = 0;

  // What must be extracted from a page.
  virtual features::Needs needs() const = 0;

  // Of a page as extracted.
  virtual Decision classify(Features page, Decide decide) const = 0;
  Decision classify(Features page) const { return classify(std::move(page), Decide::kBest); }
};

class Classifier final : public PageClassifier {
 public:
  // Throws Error when the model does not make sense.
  explicit Classifier(Model model);

  const Model& model() const { return model_; }
  const std::vector<Class>& classes() const override { return model_.classes; }
  const std::string& basis() const override { return model_.measure; }
  features::Needs needs() const override { return measure_->needs(); }

  using PageClassifier::classify;
  Decision classify(Features page, Decide decide) const override;

  // Of a page that was prepared with the model's measure.
  Decision classify_prepared(const Features& page, Decide decide = Decide::kBest) const;

 private:
  Decision nearest(const Features& page, Decide decide) const;

  Model model_;
  std::unique_ptr<measure::Measure> measure_;
  std::unique_ptr<MatchTable> matches_;  // if the measure has a match_key()
  std::vector<std::size_t> starts_;      // by class: its first example; one more for the end
};

}  // namespace pagekin::model
