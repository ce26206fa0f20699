#include "pagekin/laboratory/sweep.h"

#include <algorithm>
#include <ctime>
#include <map>
#include <memory>
#include <new>
#include <set>
#include <utility>

#include "pagekin/clustering/cluster_pages.h"
#include "pagekin/core/error.h"
#include "pagekin/core/page_ids.h"
#include "pagekin/core/registry.h"
#include "pagekin/core/stop.h"
#include "pagekin/core/stopwatch.h"
#include "pagekin/eval/contingency.h"
#include "pagekin/eval/score.h"
#include "pagekin/graph/similarities.h"
#include "pagekin/measure/measure.h"
#include "pagekin/method/method.h"

namespace pagekin::laboratory {
namespace {

using features::Features;
using features::Needs;

// With more pages than this, settings do not share similarities: 4 bytes a pair are 8.6 GB at
// this size, and some methods need less.
constexpr std::size_t kMostShared = 65'536;

// Processor time of all threads of the process.
double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// A measure with its options, and the settings that compare pages by it.
struct MeasureUse {
  std::string spec;
  std::vector<std::size_t> settings;
  std::size_t group = 0;  // of features
  std::unique_ptr<measure::Measure> measure;
};

// A setting whose method takes pages one by one, as in `cluster`, and shares no similarities.
struct FedUse {
  std::size_t setting = 0;
  std::size_t group = 0;
  std::unique_ptr<method::Method> method;
};

std::unique_ptr<method::Method> make_bare(const std::string& text) {
  const Spec spec = parse_spec(text);
  return find_by_name(method::methods(), "method", spec.name).make(spec.params);
}

// Which features the settings need. Fed methods get copies of all features of their group, so
// their groups are separate from those of measures.
struct Uses {
  std::vector<MeasureUse> measures;
  std::vector<FedUse> fed;
  std::vector<Needs> groups;      // those of measures first
  std::vector<std::size_t> left;  // by group: users that still need it
};

class SweepRun {
 public:
  SweepRun(const SweepOptions& options, SweepPlan plan, const eval::Labels& labels)
      : options_(&options), labels_(&labels) {
    sweep_.is_timed = options.time;
    sweep_.rows.resize(plan.settings.size());
    sweep_.plan = std::move(plan);
  }

  Sweep run(const std::function<void(const Incident&)>& on_incident, Progress* progress,
            Progress* comparing) {
    Uses uses = find_uses();
    const Stopwatch reading;
    read(uses, on_incident, progress);
    sweep_.read_seconds = reading.seconds();
    const Stopwatch settings;
    try {
      if (options_->time) {
        run_whole(comparing);
      } else {
        run_measures(uses, comparing);
        run_fed(uses, comparing);
      }
    } catch (const Cancelled&) {
      if (std::ranges::none_of(sweep_.rows, &SweepRow::is_done)) throw;
      sweep_.was_interrupted = true;
    }
    sweep_.settings_seconds = settings.seconds();
    return std::move(sweep_);
  }

 private:
  const SweepSetting& setting(std::size_t number) const { return sweep_.plan.settings[number]; }

  // Runs work() for a setting. An error makes only this setting fail.
  template <class Work>
  void attempt(std::size_t number, const Work& work) {
    try {
      work();
    } catch (const Error& error) {
      sweep_.rows[number].error = error.what();
    } catch (const std::bad_alloc&) {
      sweep_.rows[number].error = "out of memory";
    }
  }

  Uses find_uses();
  void read(const Uses& uses, const std::function<void(const Incident&)>& on_incident,
            Progress* progress);
  void run_measures(Uses& uses, Progress* comparing);
  void run_fed(Uses& uses, Progress* comparing);
  void run_whole(Progress* comparing);
  void score(std::size_t number, const Clustering& clusters);
  void drop_group(Uses& uses, std::size_t group) {
    if (--uses.left[group] == 0) pages_[group] = {};
  }

  const SweepOptions* options_;
  const eval::Labels* labels_;
  Sweep sweep_;
  std::vector<std::vector<Features>> pages_;  // by group and page
  std::vector<int> templates_;                // by page
};

Uses SweepRun::find_uses() {
  Uses uses;
  std::map<std::string, std::size_t> known;  // measures
  std::vector<Needs> fed_groups;
  for (std::size_t i = 0; i < sweep_.rows.size(); ++i) {
    attempt(i, [&] {
      std::unique_ptr<method::Method> method = make_bare(setting(i).method_spec);
      const std::string& spec = setting(i).measure_spec;
      if (method->pairwise() != nullptr) {
        auto entry = known.find(spec);
        if (entry == known.end()) {
          auto measure = measure::make_symmetric(spec);  // may throw: not known before
          const std::size_t group = features::join_group(measure->needs(), uses.groups);
          uses.measures.push_back({spec, {}, group, std::move(measure)});
          entry = known.emplace(spec, uses.measures.size() - 1).first;
        }
        uses.measures[entry->second].settings.push_back(i);
        return;
      }
      method = method::make(setting(i).method_spec, spec);  // with its measure, if it has one
      const std::size_t group = features::join_group(method->needs(), fed_groups);
      uses.fed.push_back({i, group, std::move(method)});
    });
  }
  for (FedUse& use : uses.fed) use.group += uses.groups.size();
  uses.groups.insert(uses.groups.end(), fed_groups.begin(), fed_groups.end());
  uses.left.resize(uses.groups.size());
  for (const MeasureUse& use : uses.measures) ++uses.left[use.group];
  for (const FedUse& use : uses.fed) ++uses.left[use.group];
  return uses;
}

void SweepRun::read(const Uses& uses, const std::function<void(const Incident&)>& on_incident,
                    Progress* progress) {
  // Timed runs extract on their own; this reading only finds out which pages there are.
  const std::span groups(uses.groups.data(), options_->time
                                                 ? std::min<std::size_t>(1, uses.groups.size())
                                                 : uses.groups.size());
  pages_.resize(groups.size());
  std::vector<std::string> first_ids;
  PageIds ids;
  sweep_.counts = reading::read_each<std::vector<Features>>(
      {.source = options_->source, .progress = progress, .incident = on_incident}, ids,
      [&](const Page& page, reading::ExtractionNotes& notes) {
        std::vector<Features> kept;
        for (const Needs& group : groups) {
          kept.push_back(features::extract(page, group));
          notes.bytes_scanned = std::max(notes.bytes_scanned, kept.back().bytes_scanned);
          if (kept.back().limits.any()) notes.limits = kept.back().limits;
        }
        return kept;
      },
      [&](std::string_view id, std::vector<Features>&& kept) {
        if (first_ids.size() < 3) first_ids.emplace_back(id);
        templates_.push_back(labels_->template_of(id));
        if (options_->time) return;
        for (std::size_t i = 0; i < kept.size(); ++i) pages_[i].push_back(std::move(kept[i]));
      });
  reading::require_pages(sweep_.counts);
  sweep_.unlabelled = static_cast<std::uint64_t>(std::ranges::count(templates_, eval::kUnlabelled));
  sweep_.pages = templates_.size() - sweep_.unlabelled;
  if (sweep_.pages == 0) throw InputError(eval::nothing_labelled("no page", *labels_, first_ids));
  sweep_.missing = labels_->page_count().value_or(sweep_.pages) - sweep_.pages;
  std::set<int> templates(templates_.begin(), templates_.end());
  templates.erase(eval::kUnlabelled);
  sweep_.templates = templates.size();
}

void SweepRun::run_measures(Uses& uses, Progress* comparing) {
  // Measures may share features, so all are fitted before any page is prepared.
  for (MeasureUse& use : uses.measures) use.measure->fit(pages_[use.group]);
  for (const MeasureUse& use : uses.measures) {
    for (Features& page : pages_[use.group]) use.measure->prepare(page);
  }
  for (MeasureUse& use : uses.measures) {
    // A single setting may need less work than comparing all pairs.
    const bool is_shared = use.settings.size() > 1 && pages_[use.group].size() <= kMostShared;
    const auto asked =
        is_shared ? graph::Similarities::Asked::kOften : graph::Similarities::Asked::kOnce;
    graph::Similarities similarities(*use.measure, pages_[use.group],
                                     options_->source.reading.threads, comparing, asked);
    ++sweep_.measured;
    for (const std::size_t i : use.settings) {
      attempt(i, [&] {
        check_stop();
        const auto method = make_bare(setting(i).method_spec);
        score(i, method->pairwise()->cluster(similarities, {}).clusters);
      });
    }
    use.measure.reset();
    drop_group(uses, use.group);
  }
}

void SweepRun::run_fed(Uses& uses, Progress* comparing) {
  for (FedUse& use : uses.fed) {
    attempt(use.setting, [&] {
      for (const Features& page : pages_[use.group]) {
        check_stop();
        use.method->add(Features(page));
      }
      const method::MethodResult result =
          use.method->finish({.threads = options_->source.reading.threads, .progress = comparing});
      score(use.setting, result.clusters);
    });
    use.method.reset();
    drop_group(uses, use.group);
  }
}

void SweepRun::run_whole(Progress* comparing) {
  for (std::size_t i = 0; i < sweep_.rows.size(); ++i) {
    SweepRow& row = sweep_.rows[i];
    if (!row.error.empty()) continue;
    attempt(i, [&] {
      const double processor_start = processor_seconds();
      const Stopwatch watch;
      const auto method = method::make(setting(i).method_spec, setting(i).measure_spec);
      const clustering::ClusterRun run = clustering::cluster_pages(
          {.source = {.inputs = options_->source.inputs, .reading = options_->source.reading},
           .method = parse_spec(setting(i).method_spec).name},
          *method, nullptr, nullptr, comparing);
      row.seconds = watch.seconds();
      row.processor_seconds = processor_seconds() - processor_start;
      row.cluster_seconds = run.cluster_seconds;
      if (run.ids.size() != templates_.size()) {
        throw InputError("the inputs gave other pages when they were read again");
      }
      score(i, run.clustering);
    });
    if (!setting(i).measure_spec.empty()) ++sweep_.measured;
  }
}

void SweepRun::score(std::size_t number, const Clustering& clusters) {
  SweepRow& row = sweep_.rows[number];
  const eval::Contingency table = eval::tabulate(templates_, clusters.labels);
  row.clusters = table.cluster_count();
  for (const eval::ScoreInfo& info : eval::scores()) row.scores.push_back(info.value(table));
  row.per_template = eval::match_templates(table, *labels_);
  row.is_done = true;
}

}  // namespace

Sweep run_sweep(const SweepOptions& options, SweepPlan plan, const eval::Labels& labels,
                const std::function<void(const Incident&)>& on_incident, Progress* progress,
                Progress* comparing) {
  return SweepRun(options, std::move(plan), labels).run(on_incident, progress, comparing);
}

}  // namespace pagekin::laboratory
