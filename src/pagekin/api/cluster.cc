#include "pagekin/cluster.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "pagekin/api/cluster_details.h"
#include "pagekin/api/convert.h"
#include "pagekin/api/own_thread.h"
#include "pagekin/api/progress_watcher.h"
#include "pagekin/clustering/cluster_pages.h"
#include "pagekin/clustering/describe_pages.h"
#include "pagekin/clustering/index_models.h"
#include "pagekin/clustering/name_templates.h"
#include "pagekin/clustering/read_hints.h"
#include "pagekin/clustering/representatives.h"
#include "pagekin/core/parallel.h"
#include "pagekin/core/text.h"
#include "pagekin/describe/listed_marks.h"
#include "pagekin/distribute.h"
#include "pagekin/method/method.h"
#include "pagekin/model/extracted_bytes.h"
#include "pagekin/report/cluster_summary.h"

namespace pagekin {
namespace {

void fill_clusters(ClusterResult& result, const clustering::ClusterRun& run) {
  const std::vector<std::vector<PageId>> representatives = clustering::choose_representatives(run);
  std::vector<double> sums(run.numbers.size());
  for (const std::size_t label : run.labels_by_number()) {
    ClusterInfo& info = result.clusters.emplace_back();
    info.number = run.numbers[label];
    info.template_id = run.template_ids[label];
    info.url_shape = run.names[label].shape;
    const std::vector<PageId>& pages = representatives[label];
    info.representatives.assign(
        pages.begin(), pages.begin() + static_cast<std::ptrdiff_t>(
                                           std::min(pages.size(), clustering::kRepresentatives)));
    info.exemplar = info.representatives.front();
  }
  for (std::size_t page = 0; page < result.labels.size(); ++page) {
    if (result.labels[page] == 0) continue;
    const auto cluster = static_cast<std::size_t>(result.labels[page] - 1);
    ++result.clusters[cluster].pages;
    if (!result.confidence.empty()) sums[cluster] += static_cast<double>(result.confidence[page]);
  }
  if (result.confidence.empty()) return;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    result.clusters[i].confidence = sums[i] / static_cast<double>(result.clusters[i].pages);
  }
}

// Sets what describe_templates() may change.
void take_description(ClusterResult& result) {
  const clustering::ClusterRun& run = result.kept->run;
  const std::optional<describe::Description>& description = result.kept->description;
  result.is_described = description.has_value();
  const std::vector<std::size_t> labels = run.labels_by_number();
  for (std::size_t i = 0; i < labels.size(); ++i) {
    ClusterInfo& info = result.clusters[i];
    info.name = run.names[labels[i]].text;
    if (!description) continue;
    info.exemplar = description->clusters[i].exemplar;
    info.marks = describe::listed_marks(description->clusters[i]);
  }
}

ClusterResult cluster_result(std::shared_ptr<ClusterDetails> details) {
  const clustering::ClusterRun& run = details->run;
  ClusterResult result;
  result.pages.reserve(run.ids.size());
  result.labels.reserve(run.ids.size());
  result.variants.reserve(run.ids.size());
  for (PageId page = 0; page < run.ids.size(); ++page) {
    result.pages.emplace_back(run.ids[page]);
    result.labels.push_back(run.number_of(page));
    result.variants.push_back(run.variant_of(page));
  }
  if (details->options.source.reading.pages) {
    for (PageId page = 0; page < run.ids.size(); ++page) {
      const bool is_supplied = run.origins.has(page) && run.origins.input(page).empty();
      result.supplied.push_back(is_supplied ? run.origins.offset(page) : kNotSupplied);
    }
  }
  for (const Certainty& of_page : run.certainty) {
    result.confidence.push_back(of_page.confidence);
  }
  for (const TemplateChange& change : run.changes) {
    result.changes.push_back(
        {.template_id = change.id,
         .fate = change.fate,
         .cluster =
             change.cluster == kLeftOut ? 0 : run.numbers[static_cast<std::size_t>(change.cluster)],
         .earlier_pages = change.earlier,
         .added_pages = change.added,
         .kept = change.kept,
         .was_unseen = change.was_unseen});
  }
  for (const method::Question& question : run.questions) {
    result.questions.push_back({question.page, double{question.doubt}});
  }
  result.unknown_hinted = run.unknown_hinted;
  result.earlier_pages = run.earlier;
  result.pages_seen_before = run.seen_before;
  result.pages_left = run.left;
  result.counts = run.counts;
  result.report = run.report;
  result.caution = run.caution;
  fill_clusters(result, run);
  result.kept = KeptRun(std::move(details));
  take_description(result);
  return result;
}

// Throws OptionError where the pages can be read only once.
void check_readable_twice(const clustering::ClusterOptions& options, const std::string& option) {
  clustering::check_readable_twice(options.source, option);
  const auto& pages = options.source.reading.pages;
  if (!pages || pages->can_begin_again()) return;
  throw OptionError(option_named(option) +
                        " reads the pages again, but these can be read only "
                        "once; keep them in a list or in a file",
                    option);
}

}  // namespace

ClusterResult cluster_pages(const Source& source, const ClusterOptions& options, const Run& run) {
  check_options(options);
  return api::on_own_thread(run, [&] {
    Progress reading;
    Progress comparing{.unit = "pairs"};
    Progress describing;
    Progress learning;
    const api::ProgressWatcher watcher(run, {{"reading", &reading},
                                             {"comparing", &comparing},
                                             {"describing", &describing},
                                             {"learning models", &learning}});
    const std::unique_ptr<method::Method> method = clustering::make_method(options);
    const auto details = std::make_shared<ClusterDetails>();
    clustering::ClusterOptions& cluster = details->options;
    cluster = {.source = options.describe || options.skeletons ? api::reread_source(source, run)
                                                               : api::input_source(source, run),
               .method = parse_spec(options.method).name,
               .index = options.index,
               .check = options.check,
               .keep_origins = true,
               .on_duplicate = options.on_duplicate,
               .keep_days = clustering::parse_keep(options.keep),
               .checkpoint_interval =
                   std::chrono::milliseconds(std::llround(1000 * options.checkpoint_seconds)),
               .hints = options.hints,
               .ask = options.ask};
    if (options.describe) check_readable_twice(cluster, "describe");
    if (options.skeletons) check_readable_twice(cluster, "skeletons");
    if (options.describe || options.skeletons) {
      cluster.before_index = [&](clustering::ClusterRun& found) {
        if (options.describe) {
          details->description = clustering::describe_pages(cluster, found, &describing);
        }
        if (options.skeletons) clustering::learn_index_models(cluster, found, &learning);
      };
    }
    details->run = clustering::cluster_pages(cluster, *method, run.incident, &reading, &comparing);
    cluster.before_index = nullptr;  // it refers to this call
    details->has_source = true;
    details->was_asked_to_describe = options.describe;
    return cluster_result(details);
  });
}

ClusterDetails& KeptRun::change() {
  if (details_.use_count() > 1) details_ = std::make_shared<ClusterDetails>(*details_);
  return *details_;
}

void check_method(const std::string& method, const std::string& measure) {
  method::make(method, measure);
}

bool can_describe(const ClusterResult& result) {
  if (result.is_described) return true;
  if (result.kept.is_empty() || !result.kept->has_source) return false;
  try {
    check_readable_twice(result.kept->options, "describe");
    return true;
  } catch (const OptionError&) {
    return false;
  }
}

void describe_templates(ClusterResult& result, const Run& run) {
  if (result.is_described) return;
  if (result.kept.is_empty() || !result.kept->has_source) {
    throw OptionError(option_named("describe") +
                          " reads the pages again, so the result must be one of cluster_pages()",
                      "describe");
  }
  check_readable_twice(result.kept->options, "describe");
  ClusterDetails& details = result.kept.change();
  details.description = api::on_own_thread(run, [&] {
    Progress describing;
    const api::ProgressWatcher watcher(run, {{"describing", &describing}});
    clustering::ClusterOptions options = details.options;
    options.source.reading.threads = run.threads;
    return clustering::describe_pages(options, details.run, &describing);
  });
  take_description(result);
}

std::string summarise(const ClusterResult& result) {
  if (result.kept.is_empty()) return {};
  const auto& description = result.kept->description;
  // The time of writing is not known here.
  return report::summarise(result.kept->run,
                           {.description = description ? &*description : nullptr});
}

struct Clusterer::State {
  // A page on its way from add() to the method.
  struct Added {
    std::string id;
    features::Features features;
    Page page;
    std::optional<Incident> incident;
  };
  struct AddJob final : Job {
    AddJob(State& owner, const Page& page) : state(&owner) { added.page = page; }
    void work() override { state->extract(added); }
    void finish() override { state->commit(std::move(added)); }
    State* state;
    Added added;
  };

  // May run on any thread.
  void extract(Added& added) const {
    added.incident = check_page(added.page, max_page_bytes);
    if (added.incident && fate_of(added.incident->reason) == Fate::kSkipped) return;
    added.features = features::extract(added.page, needs);
  }

  void commit(Added&& added) {
    if (added.incident) {
      const bool is_skipped = fate_of(added.incident->reason) == Fate::kSkipped;
      ++(is_skipped ? counts.skipped : counts.limited);
      ++counts.by_reason[static_cast<std::size_t>(added.incident->reason)];
      if (run.incident) run.incident(*added.incident);
      if (is_skipped) return;
    }
    ++counts.used;
    done.ids.add(to_valid_utf8(added.page.id));
    method->add(std::move(added.features));
  }

  Run run;
  ClusterOptions options;
  std::size_t max_page_bytes = 0;
  std::unique_ptr<method::Method> method;
  features::Needs needs;
  PageCounts counts;
  clustering::ClusterRun done;
};

Clusterer::Clusterer(const ClusterOptions& options, const Run& run, std::size_t max_page_bytes)
    : state_(std::make_unique<State>()) {
  const auto refuse = [](const std::string& option) {
    throw OptionError(option_named(option) + " needs a Source: use cluster_pages()", option);
  };
  check_options(options);
  const ClusterOptions defaults;
  if (!options.index.empty()) refuse("index");
  if (options.on_duplicate != defaults.on_duplicate) refuse("on_duplicate");
  if (!options.keep.empty()) refuse("keep");
  if (options.checkpoint_seconds != defaults.checkpoint_seconds) refuse("checkpoint_seconds");
  if (options.skeletons) refuse("skeletons");
  if (options.describe) refuse("describe");
  state_->run = run;
  state_->options = options;
  state_->max_page_bytes = max_page_bytes;
  state_->method = clustering::make_method(options);
  state_->needs = state_->method->needs();
}
Clusterer::~Clusterer() = default;

void Clusterer::add(const Page& page) {
  State::Added added;
  added.page = page;
  state_->extract(added);
  state_->commit(std::move(added));
}

void Clusterer::add(std::span<const Page> pages) {
  const StopScope scope(state_->run.stop);
  std::size_t next = 0;
  run_in_order(thread_count(state_->run.threads), [&]() -> std::unique_ptr<Job> {
    check_stop();
    if (next == pages.size()) return nullptr;
    return std::make_unique<State::AddJob>(*state_, pages[next++]);
  });
}

void Clusterer::add_extracted(std::string_view id, std::string_view features) {
  features::Features page = model::extracted_from(features);
  ++state_->counts.used;
  state_->done.ids.add(to_valid_utf8(id));
  state_->method->add(std::move(page));
}

ClusterResult Clusterer::finish() {
  State& state = *state_;
  if (state.done.ids.size() == 0) throw InputError("no page was added that can be clustered");
  return api::on_own_thread(state.run, [&] {
    Progress comparing{.unit = "pairs"};
    const api::ProgressWatcher watcher(state.run, {{"comparing", &comparing}});
    clustering::finish_run(state.done, *state.method,
                           {.threads = state.run.threads,
                            .progress = &comparing,
                            .check = state.options.check,
                            .hints = state.options.hints,
                            .ask = state.options.ask});
    clustering::name_templates(state.done, {});
    const auto details = std::make_shared<ClusterDetails>();
    details->run = std::move(state.done);
    details->run.first_tags.resize(details->run.ids.size());
    details->run.counts.clustered = state.counts.used;
    details->run.counts.limited = state.counts.limited;
    details->run.counts.skipped = state.counts.skipped;
    details->run.counts.by_reason = state.counts.by_reason;
    return cluster_result(details);
  });
}

}  // namespace pagekin
