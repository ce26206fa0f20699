#include "pagekin/cluster.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "pagekin/api/convert.h"
#include "pagekin/api/own_thread.h"
#include "pagekin/api/progress_watcher.h"
#include "pagekin/core/parallel.h"
#include "pagekin/core/text.h"
#include "pagekin/html/sniff.h"
#include "pagekin/method/method.h"
#include "pagekin/pipeline/cluster_pages.h"
#include "pagekin/pipeline/name_templates.h"
#include "pagekin/pipeline/representatives.h"

namespace pagekin {
namespace {

std::unique_ptr<method::Method> make_method(const ClusterOptions& options) {
  std::unique_ptr<method::Method> made = method::make(options.method, options.measure);
  if (!options.index.empty() && made->persistent() == nullptr) {
    throw OptionError("method '" + options.method + "' cannot keep an index; these can: " +
                          method::names_with(method::Capability::kPersistent),
                      "index");
  }
  if ((!options.hints.empty() || options.ask > 0) && made->hinted() == nullptr) {
    throw OptionError("method '" + options.method + "' follows no hints; these do: " +
                          method::names_with(method::Capability::kHinted),
                      options.hints.empty() ? "ask" : "hints");
  }
  return made;
}

void fill_clusters(ClusterResult& result, const pipeline::ClusterRun& run) {
  const std::vector<std::vector<PageId>> representatives = pipeline::choose_representatives(run);
  std::vector<double> sums(run.numbers.size());
  for (const std::size_t label : run.labels_by_number()) {
    ClusterInfo& info = result.clusters.emplace_back();
    info.number = run.numbers[label];
    info.template_id = run.template_ids[label];
    info.name = run.names[label].text;
    const std::vector<PageId>& pages = representatives[label];
    info.representatives.assign(
        pages.begin(), pages.begin() + static_cast<std::ptrdiff_t>(
                                           std::min(pages.size(), pipeline::kRepresentatives)));
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

ClusterResult result_of(const pipeline::ClusterRun& run, method::Method& method) {
  ClusterResult result;
  result.pages.reserve(run.ids.size());
  result.labels.reserve(run.ids.size());
  result.template_ids.reserve(run.ids.size());
  result.variants.reserve(run.ids.size());
  for (PageId page = 0; page < run.ids.size(); ++page) {
    result.pages.emplace_back(run.ids[page]);
    result.labels.push_back(run.number_of(page));
    result.template_ids.push_back(run.template_of(page));
    result.variants.push_back(run.variant_of(page));
  }
  for (const method::Certainty& one : run.certainty) result.confidence.push_back(one.confidence);
  for (const TemplateChange& change : run.changes) {
    result.changes.push_back(
        {.template_id = change.id,
         .fate = std::string(to_text(change.fate)),
         .cluster =
             change.cluster == kLeftOut ? 0 : run.numbers[static_cast<std::size_t>(change.cluster)],
         .earlier_pages = change.earlier,
         .added_pages = change.added,
         .kept = change.kept});
  }
  for (const method::Hinted::Question& one : run.questions) {
    result.questions.push_back({one.page, double{one.doubt}});
  }
  result.earlier_pages = run.earlier;
  result.pages_seen_before = run.seen_before;
  result.counts = api::page_counts(run.counts);
  result.report = method.report();
  fill_clusters(result, run);
  return result;
}

}  // namespace

ClusterResult cluster_pages(const Source& source, const ClusterOptions& options, const Run& run) {
  return api::on_own_thread(run, [&] {
    Progress reading;
    Progress comparing{.unit = "pairs"};
    const api::ProgressWatcher watcher(run, {{"reading", &reading}, {"comparing", &comparing}});
    const std::unique_ptr<method::Method> method = make_method(options);
    pipeline::ClusterOptions chosen{.source = api::input_source(source, run),
                                    .method = parse_spec(options.method).name,
                                    .index = options.index,
                                    .check = options.check,
                                    .on_duplicate = options.on_duplicate,
                                    .checkpoint_interval = std::chrono::milliseconds(
                                        std::llround(1000 * options.checkpoint_seconds)),
                                    .hints = {},
                                    .ask = options.ask};
    if (!options.hints.empty()) chosen.hints = pipeline::HintFile(options.hints);
    const pipeline::ClusterRun done =
        pipeline::cluster_pages(chosen, *method, run.incident, &reading, &comparing);
    return result_of(done, *method);
  });
}

struct Clusterer::State {
  // A page on its way from add() to the method.
  struct Added {
    std::string id;
    features::Features features;
    const Page* page = nullptr;
    std::optional<Reason> skipped;
  };
  struct AddJob final : Job {
    AddJob(State& owner, const Page& page) : state(&owner) { added.page = &page; }
    void work() override { state->extract(added); }
    void finish() override { state->commit(std::move(added)); }
    State* state;
    Added added;
  };

  // May run on any thread.
  void extract(Added& added) const {
    const Page& page = *added.page;
    if (page.body.empty()) {
      added.skipped = Reason::kEmpty;
    } else if (html::sniff(page.body) == html::ContentKind::kBinary) {
      added.skipped = Reason::kBinary;
    } else {
      added.features = features::extract(page, needs);
    }
  }

  void commit(Added&& added) {
    if (added.skipped) {
      ++counts.skipped;
      ++counts.by_reason[static_cast<std::size_t>(*added.skipped)];
      if (run.incident) {
        run.incident({.input = std::string(added.page->input),
                      .page = std::string(added.page->id),
                      .offset = added.page->offset,
                      .reason = *added.skipped});
      }
      return;
    }
    ++counts.used;
    done.ids.add(to_valid_utf8(added.page->id));
    method->add(std::move(added.features));
  }

  Run run;
  ClusterOptions options;
  std::unique_ptr<method::Method> method;
  features::Needs needs;
  PageCounts counts;
  pipeline::ClusterRun done;
};

Clusterer::Clusterer(const ClusterOptions& options, const Run& run)
    : state_(std::make_unique<State>()) {
  if (!options.index.empty()) {
    throw OptionError("an index needs a Source: use cluster_pages()", "index");
  }
  state_->run = run;
  state_->options = options;
  state_->method = make_method(options);
  state_->needs = state_->method->needs();
}
Clusterer::~Clusterer() = default;

void Clusterer::add(const Page& page) {
  State::Added added;
  added.page = &page;
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

ClusterResult Clusterer::finish() {
  State& state = *state_;
  if (state.done.ids.size() == 0) throw InputError("no page was added that can be clustered");
  return api::on_own_thread(state.run, [&] {
    Progress comparing{.unit = "pairs"};
    const api::ProgressWatcher watcher(state.run, {{"comparing", &comparing}});
    state.done.clustering = state.method->finish(
        {.threads = state.run.threads, .progress = &comparing, .check = state.options.check});
    pipeline::take_results(state.done, *state.method);
    pipeline::name_templates(state.done, {});
    ClusterResult result = result_of(state.done, *state.method);
    result.counts = state.counts;
    return result;
  });
}

}  // namespace pagekin
