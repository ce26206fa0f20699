#include "pagekin/sweep.h"

#include <string_view>
#include <utility>

#include "pagekin/api/convert.h"
#include "pagekin/api/labels.h"
#include "pagekin/api/own_thread.h"
#include "pagekin/api/progress_watcher.h"
#include "pagekin/core/registry.h"
#include "pagekin/core/stop.h"
#include "pagekin/eval/score.h"
#include "pagekin/laboratory/sweep.h"
#include "pagekin/laboratory/sweep_corpora.h"
#include "pagekin/report/sweep.h"
#include "pagekin/report/sweep_corpora.h"

namespace pagekin {
namespace {

SweepSetting setting_of(const laboratory::Sweep& done, std::size_t number) {
  const laboratory::SweepSetting& asked = done.plan.settings[number];
  const laboratory::SweepRow& row = done.rows[number];
  SweepSetting setting{.method = asked.method_spec,
                       .measure = asked.measure_spec,
                       .values = {},
                       .is_done = row.is_done,
                       .error = row.error,
                       .clusters = row.clusters,
                       .scores = {},
                       .seconds = row.seconds};
  for (std::size_t i = 0; i < done.plan.varied.size(); ++i) {
    if (!asked.values[i].empty()) setting.values[done.plan.varied[i].name] = asked.values[i];
  }
  if (!row.is_done) return setting;
  std::size_t next = 0;
  for (const eval::ScoreInfo& info : eval::scores()) {
    setting.scores[std::string(info.name)] = row.scores[next++];
  }
  return setting;
}

laboratory::SweepPlan plan_of(const SweepOptions& options) {
  std::vector<laboratory::Varied> varied;
  varied.reserve(options.vary.size());
  for (const std::string& text : options.vary) varied.push_back(laboratory::parse_varied(text));
  return laboratory::plan_sweep(options.methods, options.measures, std::move(varied));
}

void check_time(const Source& source, const SweepOptions& options) {
  if (options.time && source.pages && !source.pages->can_begin_again()) {
    throw OptionError(option_named("time") +
                          " reads the pages again for each setting, but these "
                          "can be read only once; keep them in a list or in a file",
                      "time");
  }
}

// Progress and threads of one call, for one corpus or several.
class Sweeper {
 public:
  Sweeper(const SweepOptions& options, const Run& run)
      : options_(options),
        run_(run),
        plan_(plan_of(options)),
        watcher_(run, {{"reading", &reading_}, {"comparing", &comparing_}}) {}

  laboratory::Sweep sweep(const Source& source, const Labels& labels) {
    check_time(source, options_);
    laboratory::Sweep done = laboratory::run_sweep(
        {.source =
             options_.time ? api::reread_source(source, run_) : api::input_source(source, run_),
         .time = options_.time},
        plan_, api::eval_labels(labels), run_.incident, &reading_, &comparing_);
    if (done.was_interrupted && !options_.partial) throw Cancelled();
    return done;
  }

 private:
  const SweepOptions& options_;
  const Run& run_;
  laboratory::SweepPlan plan_;
  Progress reading_;
  Progress comparing_{.unit = "pairs"};
  api::ProgressWatcher watcher_;
};

}  // namespace

struct SweepDetails {
  laboratory::Sweep sweep;                       // of one corpus, or the means
  std::vector<laboratory::CorpusSweep> corpora;  // of several
};

namespace {

SweepResult result_of(SweepDetails details) {
  const laboratory::Sweep& done = details.sweep;
  SweepResult result{.varied = {},
                     .settings = {},
                     .pages = done.pages,
                     .unlabelled = done.unlabelled,
                     .missing = done.missing,
                     .counts = done.counts,
                     .measured = done.measured,
                     .was_interrupted = done.was_interrupted,
                     .read_seconds = done.read_seconds,
                     .settings_seconds = done.settings_seconds,
                     .details = nullptr};
  for (const laboratory::Varied& varied : done.plan.varied) result.varied.push_back(varied.name);
  result.settings.reserve(done.rows.size());
  for (std::size_t i = 0; i < done.rows.size(); ++i) {
    result.settings.push_back(setting_of(done, i));
  }
  result.details = std::make_shared<const SweepDetails>(std::move(details));
  return result;
}

const SweepDetails& sweep_details_of(const SweepResult& result) {
  if (!result.details) throw OptionError("this is not the result of a sweep", "result");
  return *result.details;
}

using Scores = std::vector<std::string_view>;

Scores shown_scores(const SweepView& view, const Scores& usual) {
  return view.scores.empty() ? usual : Scores(view.scores.begin(), view.scores.end());
}

// Scores whose best setting is marked. Purity alone is best when every page is a cluster.
Scores best_scores(const SweepView& view) {
  return shown_scores(view, {"f1", "adjusted_rand_index"});
}

}  // namespace

void check_sweep(const Source& source, const SweepOptions& options) {
  plan_of(options);
  check_time(source, options);
}

void check_scores(std::span<const std::string> names) {
  for (const std::string& name : names) find_by_name(eval::scores(), "score", name);
}

SweepResult sweep(const Source& source, const Labels& labels, const SweepOptions& options,
                  const Run& run) {
  return api::on_own_thread(run, [&] {
    return result_of({Sweeper(options, run).sweep(source, labels), {}});
  });
}

SweepResult sweep_corpora(std::span<const SweepCorpus> corpora, const SweepOptions& options,
                          const Run& run) {
  if (corpora.empty()) throw OptionError("a sweep needs a corpus", "corpora");
  return api::on_own_thread(run, [&] {
    Sweeper sweeper(options, run);
    SweepDetails details;
    for (const SweepCorpus& corpus : corpora) {
      details.corpora.push_back({corpus.name, sweeper.sweep(corpus.source, corpus.labels)});
      if (details.corpora.back().sweep.was_interrupted) break;
    }
    details.sweep = laboratory::mean_sweep(details.corpora);
    return result_of(std::move(details));
  });
}

std::string sweep_table(const SweepResult& result, const SweepView& view) {
  const SweepDetails& details = sweep_details_of(result);
  const Scores shown = shown_scores(view, report::table_scores());
  const Scores best = best_scores(view);
  return details.corpora.empty()
             ? report::to_table(details.sweep, shown, best, view.width)
             : report::to_table(details.corpora, details.sweep, shown, best, view.width);
}

std::string sweep_csv(const SweepResult& result) {
  const SweepDetails& details = sweep_details_of(result);
  return details.corpora.empty() ? report::to_csv(details.sweep)
                                 : report::to_csv(details.corpora, details.sweep);
}

std::string sweep_json(const SweepResult& result, const SweepView& view) {
  const SweepDetails& details = sweep_details_of(result);
  return details.corpora.empty()
             ? report::to_json(details.sweep)
             : report::to_json(details.corpora, details.sweep, best_scores(view).back());
}

std::string sweep_svg(const SweepResult& result, const SweepView& view) {
  return report::to_svg(
      report::to_plot(sweep_details_of(result).sweep, shown_scores(view, report::plot_scores())));
}

}  // namespace pagekin
