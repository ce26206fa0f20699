#include "pagekin/sweep.h"

#include <utility>

#include "pagekin/api/convert.h"
#include "pagekin/api/labels.h"
#include "pagekin/api/own_thread.h"
#include "pagekin/api/progress_watcher.h"
#include "pagekin/core/stop.h"
#include "pagekin/eval/score.h"
#include "pagekin/laboratory/sweep.h"

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

}  // namespace

SweepResult sweep(const Source& source, const Labels& labels, const SweepOptions& options,
                  const Run& run) {
  return api::on_own_thread(run, [&] {
    Progress reading;
    Progress comparing{.unit = "pairs"};
    const api::ProgressWatcher watcher(run, {{"reading", &reading}, {"comparing", &comparing}});
    std::vector<laboratory::Varied> varied;
    varied.reserve(options.vary.size());
    for (const std::string& text : options.vary) varied.push_back(laboratory::parse_varied(text));
    const input::Source from = api::input_source(source, run);
    if (options.time && source.pages && !source.pages->can_begin_again()) {
      throw OptionError(option_named("time") +
                            " reads the pages again for each setting, but these "
                            "can be read only once; keep them in a list or in a file",
                        "time");
    }
    const laboratory::Sweep done = laboratory::run_sweep(
        {.source = from, .time = options.time},
        laboratory::plan_sweep(options.methods, options.measures, std::move(varied)),
        api::eval_labels(labels), run.incident, &reading, &comparing);
    if (done.was_interrupted) throw Cancelled();
    SweepResult result{.varied = {},
                       .settings = {},
                       .pages = done.pages,
                       .unlabelled = done.unlabelled,
                       .missing = done.missing,
                       .counts = done.counts};
    for (const laboratory::Varied& one : done.plan.varied) result.varied.push_back(one.name);
    result.settings.reserve(done.rows.size());
    for (std::size_t i = 0; i < done.rows.size(); ++i) {
      result.settings.push_back(setting_of(done, i));
    }
    return result;
  });
}

}  // namespace pagekin
