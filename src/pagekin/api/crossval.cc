#include "pagekin/crossval.h"

#include <utility>

#include "pagekin/api/convert.h"
#include "pagekin/api/labels.h"
#include "pagekin/api/own_thread.h"
#include "pagekin/laboratory/crossval.h"
#include "pagekin/measure/measure.h"
#include "pagekin/report/crossval.h"

namespace pagekin {

struct CrossvalPages::State {
  laboratory::CrossvalPages pages;
};
struct CrossvalResult::State {
  laboratory::Crossval crossval;
};

namespace {

std::vector<std::string> crossval_measures(const CrossvalOptions& options) {
  return options.measures.empty() ? measure::paper_measures()
                                  : measure::expand_all(options.measures);
}

laboratory::CrossvalOptions inner_options(const CrossvalOptions& options, input::Source source) {
  return {.source = std::move(source),
          .measures = crossval_measures(options),
          .folds = options.folds,
          .train_per_class = options.train_per_class,
          .held_out = options.held_out,
          .seed = options.seed,
          .sample = options.sample,
          .time = options.time};
}

DecisionScores scores_of(const eval::Classification& found,
                         double eval::ClassificationScores::*accuracy) {
  const eval::ClassificationScores scores = found.scores();
  return {.precision = scores.precision,
          .recall = scores.recall,
          .f1 = scores.f1,
          .accuracy = scores.*accuracy};
}

}  // namespace

void check_options(const CrossvalOptions& options) {
  check_options<CrossvalOptions>(options);
  for (const std::string& spec : crossval_measures(options)) measure::make_symmetric(spec);
}

CrossvalPages read_crossval_pages(const Source& source, const Labels& labels,
                                  const CrossvalOptions& options, const Run& run) {
  return api::on_own_thread(run, {{"reading"}}, [&](Progress& reading) {
    const auto state = std::make_shared<CrossvalPages::State>();
    state->pages =
        laboratory::read_crossval_pages(inner_options(options, api::input_source(source, run)),
                                        api::eval_labels(labels), run.incident, &reading);
    CrossvalPages pages(state);
    pages.counts = state->pages.counts;
    pages.labelled = state->pages.labelled;
    pages.unlabelled = state->pages.unlabelled;
    pages.missing = state->pages.missing;
    pages.taken = state->pages.classes.size();
    return pages;
  });
}

CrossvalResult cross_validate(CrossvalPages&& pages, const CrossvalOptions& options,
                              const Run& run) {
  return api::on_own_thread(run, {{"comparing", "pairs"}}, [&](Progress& comparing) {
    const auto state = std::make_shared<CrossvalResult::State>();
    state->crossval =
        laboratory::cross_validate(inner_options(options, {.reading = {.threads = run.threads}}),
                                   std::move(pages.state().pages), &comparing);
    CrossvalResult result(state);
    result.pages = state->crossval.pages;
    result.templates = state->crossval.names.size();
    for (const laboratory::CrossvalResult& found : state->crossval.results) {
      result.measures.push_back(
          {.measure = found.measure,
           .best = scores_of(found.best, &eval::ClassificationScores::accuracy),
           .all = scores_of(found.all, &eval::ClassificationScores::binary_accuracy),
           .held_out_pages = found.held_out_pages,
           .held_out_none = found.held_out_none,
           .extract_seconds = found.extract_seconds,
           .classify_seconds = found.classify_seconds});
    }
    return result;
  });
}

CrossvalResult cross_validate(const Source& source, const Labels& labels,
                              const CrossvalOptions& options, const Run& run) {
  return cross_validate(read_crossval_pages(source, labels, options, run), options, run);
}

std::string to_table(const CrossvalResult& result, bool significance) {
  return report::to_table(result.state().crossval, significance);
}

std::string to_json(const CrossvalResult& result, bool significance) {
  return report::to_json(result.state().crossval, significance);
}

}  // namespace pagekin
