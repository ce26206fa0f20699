#include "pagekin/model/classifier.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/core/parallel.h"

namespace pagekin::model {
namespace {

// The state of a page while it is compared with the training pages.
class Search {
 public:
  Search(const Model& model, Decide decide)
      : model_(&model),
        decide_(decide),
        is_met_(decide == Decide::kAll ? model.classes.size() : 0) {}

  // A lower similarity to a page of this class changes nothing.
  float matters_from(std::uint32_t number) const {
    const float threshold = model_->classes[number].threshold;
    if (best_ == kNone) return std::min(threshold, nearest_);
    if (decide_ == Decide::kAll && !is_met_[number]) return threshold;
    return std::max(threshold, score_);
  }

  void add(std::uint32_t number, float similarity) {
    nearest_ = std::max(nearest_, similarity);
    if (similarity < model_->classes[number].threshold) return;
    if (decide_ == Decide::kAll) is_met_[number] = true;
    const auto candidate = static_cast<int>(number);
    if (similarity > score_ || best_ == kNone || (similarity == score_ && candidate < best_)) {
      score_ = similarity;
      best_ = candidate;
    }
  }

  Decision decision() const {
    Decision decision{.best = best_, .score = best_ == kNone ? nearest_ : score_};
    for (std::size_t i = 0; i < is_met_.size(); ++i) {
      if (is_met_[i]) decision.all.push_back(static_cast<int>(i));
    }
    return decision;
  }

 private:
  const Model* model_;
  Decide decide_;
  float nearest_ = 0;  // similarity to the nearest class
  int best_ = kNone;
  float score_ = 0;  // of the best
  std::vector<bool> is_met_;
};

}  // namespace

Classifier::Classifier(Model model)
    : model_(std::move(model)),
      measure_(measure::make(model_.measure)),
      starts_(model_.classes.size() + 1) {
  measure_->learn(model_.learnt);
  std::uint32_t last = 0;
  for (const Example& example : model_.examples) {
    if (example.class_number < last || example.class_number >= model_.classes.size()) {
      throw Error("a training page is of a class that is not there");
    }
    last = example.class_number;
    ++starts_[example.class_number + 1];
  }
  for (std::size_t i = 0; i < model_.classes.size(); ++i) {
    if (starts_[i + 1] == 0) {
      throw Error("class '" + model_.classes[i].name + "' has no training page");
    }
    starts_[i + 1] += starts_[i];
  }
  if (measure_->match_key()) matches_ = std::make_unique<MatchTable>(model_, *measure_);
}

Decision Classifier::classify(Features page, Decide decide) const {
  measure_->prepare(page);
  return classify_prepared(page, decide);
}

Decision Classifier::classify_prepared(const Features& page, Decide decide) const {
  if (!matches_) return nearest(page, decide);
  const MatchTable::Winner winner = matches_->find(page);
  Decision decision{.best = winner.class_number, .score = winner.similarity};
  if (decide == Decide::kAll) decision.all = winner.classes;
  return decision;
}

Decision Classifier::nearest(const Features& page, Decide decide) const {
  Search search(model_, decide);
  const auto compare = [&](std::size_t number) {
    const Example& example = model_.examples[number];
    const float matters = search.matters_from(example.class_number);
    // The next smaller float, so that a similarity that is rounded up to `matters` is
    // exact.
    const float at_least = matters > 0 ? std::nextafter(matters, 0.0F) : 0;
    const auto similarity =
        static_cast<float>(measure_->similarity(page, example.features, at_least));
    if (similarity >= matters) search.add(example.class_number, similarity);
    return similarity;
  };

  // The first page of each class comes first: if the pages of a class are similar, the
  // winner is found early, and most other comparisons end early.
  std::vector<std::pair<float, std::size_t>> order;
  for (std::size_t number = 0; number + 1 < starts_.size(); ++number) {
    order.emplace_back(compare(starts_[number]), number);
  }
  std::ranges::stable_sort(order, std::greater<>(), &std::pair<float, std::size_t>::first);
  for (const auto& [similarity, number] : order) {
    for (std::size_t i = starts_[number] + 1; i < starts_[number + 1]; ++i) compare(i);
  }
  return search.decision();
}

std::vector<Decision> PageClassifier::classify_together(std::vector<Features> pages, Decide decide,
                                                        unsigned threads, ClassDrifts&) const {
  std::vector<Decision> decisions(pages.size());
  for_parts(threads, pages.size(), 1, [&](std::size_t i, std::size_t) {
    decisions[i] = classify(std::move(pages[i]), decide);
  });
  return decisions;
}

}  // namespace pagekin::model
