#include "pagekin/laboratory/crossval.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/core/similarity_matrix.h"
#include "pagekin/core/stopwatch.h"
#include "pagekin/eval/splits.h"
#include "pagekin/measure/all_pairs.h"
#include "pagekin/measure/measure.h"
#include "pagekin/model/classifier.h"
#include "pagekin/model/model.h"

namespace pagekin::laboratory {
namespace {

using eval::Split;
using features::Features;

// The classes of a test page, numbered as in Crossval::names.
struct Answer {
  int best = model::kNone;
  std::vector<int> all;
};

// What a measure is tested with.
struct Trial {
  std::string spec;  // of the measure
  const measure::Measure* measure;
  const CrossvalPages* pages;
  std::span<const Features> features;  // prepared
};

// Classifies by similarities that were computed before.
class MatrixTest {
 public:
  MatrixTest(const Trial& trial, const SimilarityMatrix& matrix, const Split& split)
      : matrix_(&matrix), by_class_(trial.pages->names.size()), thresholds_(by_class_.size()) {
    for (const std::uint32_t page : split.train) {
      by_class_[static_cast<std::size_t>(trial.pages->classes[page])].push_back(page);
    }
    for (std::size_t i = 0; i < by_class_.size(); ++i) {
      const auto given = model::given_threshold(*trial.measure, by_class_[i].size());
      thresholds_[i] = given ? *given : least_similarity(by_class_[i]);
    }
  }

  float threshold(std::size_t number) const { return thresholds_[number]; }

  Answer operator()(std::uint32_t page) const {
    Answer answer;
    float score = 0;
    for (std::size_t i = 0; i < by_class_.size(); ++i) {
      if (by_class_[i].empty()) continue;
      float similarity = 0;
      for (const std::uint32_t other : by_class_[i]) {
        similarity = std::max(similarity, (*matrix_)(page, other));
      }
      if (similarity < thresholds_[i]) continue;
      const auto number = static_cast<int>(i);
      answer.all.push_back(number);
      if (answer.best != model::kNone && similarity <= score) continue;
      answer.best = number;
      score = similarity;
    }
    return answer;
  }

 private:
  float least_similarity(const std::vector<std::uint32_t>& members) const {
    float least = 1;
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        least = std::min(least, (*matrix_)(members[i], members[j]));
      }
    }
    return least;
  }

  const SimilarityMatrix* matrix_;
  std::vector<std::vector<std::uint32_t>> by_class_;
  std::vector<float> thresholds_;
};

// A model of the training pages of a split, without the thresholds of classes.
model::Model model_of(const Trial& trial, const Split& split) {
  model::ModelBuilder builder(trial.spec, trial.pages->names);
  for (const std::uint32_t page : split.train) {
    builder.add(trial.pages->classes[page], trial.features[page]);
  }
  return std::move(builder).finish();
}

// Classifies by the index of fingerprints or the table of hashes.
class MatchTest {
 public:
  MatchTest(const Trial& trial, const Split& split)
      : trial_(&trial), classifier_(model_of(trial, split)) {
    for (const model::Class& page_class : classifier_.model().classes) {
      const auto& names = trial.pages->names;
      numbers_.push_back(
          static_cast<int>(std::ranges::lower_bound(names, page_class.name) - names.begin()));
    }
  }

  Answer operator()(std::uint32_t page) const {
    const model::Decision decision =
        classifier_.classify_prepared(trial_->features[page], model::Decide::kAll);
    Answer answer;
    if (decision.best != model::kNone) answer.best = number(decision.best);
    for (const int page_class : decision.all) answer.all.push_back(number(page_class));
    return answer;
  }

 private:
  int number(int class_number) const { return numbers_[static_cast<std::size_t>(class_number)]; }

  const Trial* trial_;
  model::Classifier classifier_;
  std::vector<int> numbers_;
};

struct Tally {
  eval::Classification best;
  eval::Classification all;
};

// Classifies the test pages of a split.
Tally ask(const Trial& trial, const Split& split,
          const std::function<Answer(std::uint32_t)>& answer_for) {
  const std::size_t class_count = trial.pages->names.size();
  std::vector<bool> is_learnt(class_count);
  for (const std::uint32_t page : split.train) {
    is_learnt[static_cast<std::size_t>(trial.pages->classes[page])] = true;
  }
  Tally tally{eval::Classification(class_count), eval::Classification(class_count)};
  for (const std::uint32_t page : split.test) {
    const Answer answer = answer_for(page);
    const int label = trial.pages->classes[page];
    const int truth =
        is_learnt[static_cast<std::size_t>(label)] ? label : eval::Classification::unseen;
    tally.all.add(truth, answer.all);
    const int best[] = {answer.best};
    tally.best.add(truth, std::span(best, answer.best == model::kNone ? 0 : 1));
  }
  return tally;
}

// Mean time that a real classifier, without the matrix, needs for one test page.
double time_classifier(const Trial& trial, const Split& split, const SimilarityMatrix* matrix) {
  constexpr std::size_t pages_at_most = 500;
  constexpr double seconds_at_most = 1;
  if (split.test.empty()) return 0;
  model::Model model = model_of(trial, split);
  if (matrix != nullptr) {
    const MatrixTest thresholds(trial, *matrix, split);
    for (model::Class& page_class : model.classes) {
      const auto& names = trial.pages->names;
      page_class.threshold = thresholds.threshold(static_cast<std::size_t>(
          std::ranges::lower_bound(names, page_class.name) - names.begin()));
    }
  }
  const model::Classifier classifier(std::move(model));
  const std::size_t step = std::max<std::size_t>(1, split.test.size() / pages_at_most);
  double seconds = 0;
  std::size_t asked = 0;
  for (std::size_t i = 0; i < split.test.size() && seconds < seconds_at_most; i += step) {
    Features page = trial.features[split.test[i]];
    const Stopwatch watch;
    classifier.classify(std::move(page));
    seconds += watch.seconds();
    ++asked;
  }
  return seconds / static_cast<double>(asked);
}

struct Plan {
  std::vector<Split> folds;
  std::vector<Split> held_out;
};

Plan make_plan(const CrossvalOptions& options, const CrossvalPages& pages) {
  const eval::LabelledPages labelled{pages.classes, pages.keys};
  Plan plan;
  std::vector<std::uint32_t> learnt(pages.classes.size());
  std::iota(learnt.begin(), learnt.end(), 0U);
  if (options.train_per_class > 0) {
    plan.folds = {eval::split_per_class(labelled, options.train_per_class)};
    learnt = plan.folds[0].train;
  } else {
    plan.folds = eval::stratified_folds(labelled, options.folds);
  }
  const int tenth = std::max(1, static_cast<int>(pages.names.size()) / 10);
  const int at_a_time = options.held_out.value_or(tenth);
  if (at_a_time > 0) plan.held_out = eval::leave_classes_out(labelled, learnt, at_a_time);
  // A split without training pages tests nothing.
  std::erase_if(plan.held_out, [](const Split& split) { return split.train.empty(); });
  return plan;
}

CrossvalResult test_measure(const Trial& trial, const Plan& plan, const SimilarityMatrix* matrix,
                            bool time) {
  const auto tally_of = [&](const Split& split) {
    if (matrix != nullptr) return ask(trial, split, MatrixTest(trial, *matrix, split));
    const MatchTest test(trial, split);
    return ask(trial, split, std::cref(test));
  };
  const std::size_t class_count = trial.pages->names.size();
  CrossvalResult result{.measure = trial.spec,
                        .best = eval::Classification(class_count),
                        .all = eval::Classification(class_count)};
  for (const Split& fold : plan.folds) {
    const Tally tally = tally_of(fold);
    result.best.add(tally.best);
    result.all.add(tally.all);
    result.best_folds.push_back(tally.best.scores());
    result.all_folds.push_back(tally.all.scores());
  }
  eval::Classification held_out(class_count);
  for (const Split& split : plan.held_out) held_out.add(tally_of(split).all);
  result.held_out_pages = held_out.unseen_pages();
  result.held_out_none = held_out.unseen_as_none();
  if (time) result.classify_seconds = time_classifier(trial, plan.folds.front(), matrix);
  return result;
}

// Fits every measure to the pages of its group, then prepares the pages for all of them.
std::vector<std::unique_ptr<measure::Measure>> fit_all(const CrossvalOptions& options,
                                                       CrossvalPages& pages) {
  std::vector<std::unique_ptr<measure::Measure>> measures;
  for (std::size_t i = 0; i < options.measures.size(); ++i) {
    measures.push_back(measure::make_symmetric(options.measures[i]));
    measures.back()->fit(pages.groups[pages.group_of[i]]);
  }
  for (std::size_t i = 0; i < measures.size(); ++i) {
    for (Features& page : pages.groups[pages.group_of[i]]) measures[i]->prepare(page);
  }
  return measures;
}

}  // namespace

Crossval cross_validate(const CrossvalOptions& options, CrossvalPages pages, Progress* progress) {
  Crossval crossval{.options = options,
                    .names = pages.names,
                    .pages_of = std::vector<std::uint64_t>(pages.names.size()),
                    .pages = pages.classes.size(),
                    .unlabelled = pages.unlabelled,
                    .missing = pages.missing};
  for (const int label : pages.classes) ++crossval.pages_of[static_cast<std::size_t>(label)];
  crossval.single = static_cast<std::uint64_t>(std::ranges::count(crossval.pages_of, 1U));
  if (pages.names.size() < 2 || crossval.single == pages.names.size()) {
    throw InputError("crossval needs two templates and one of two pages or more; there are " +
                     std::to_string(pages.classes.size()) + " labelled pages of " +
                     std::to_string(pages.names.size()) + " templates");
  }
  if (std::ranges::count(pages.names, model::kNoTemplate) > 0) {
    throw InputError("a template cannot be called 'none'");
  }
  const auto measures = fit_all(options, pages);
  const Plan plan = make_plan(options, pages);
  for (std::size_t i = 0; i < measures.size(); ++i) {
    const Trial trial{options.measures[i], measures[i].get(), &pages,
                      pages.groups[pages.group_of[i]]};
    std::optional<SimilarityMatrix> matrix;
    if (!trial.measure->match_key()) {
      matrix = measure::all_pairs(*measures[i], trial.features, options.source.reading.threads,
                                  progress);
    }
    crossval.results.push_back(
        test_measure(trial, plan, matrix ? &*matrix : nullptr, options.time));
    crossval.results.back().extract_seconds = pages.extract_seconds[i];
  }
  return crossval;
}

}  // namespace pagekin::laboratory
