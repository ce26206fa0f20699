#include "pagekin/cluster.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <utility>

#include "pagekin/api/cluster_details.h"
#include "pagekin/api/convert.h"
#include "pagekin/api/first_incidents.h"
#include "pagekin/api/own_thread.h"
#include "pagekin/catalogue.h"
#include "pagekin/clustering/cluster_pages.h"
#include "pagekin/clustering/describe_pages.h"
#include "pagekin/clustering/index_models.h"
#include "pagekin/clustering/name_templates.h"
#include "pagekin/clustering/read_hints.h"
#include "pagekin/clustering/representatives.h"
#include "pagekin/clustering/stored_pages.h"
#include "pagekin/core/parallel.h"
#include "pagekin/core/text.h"
#include "pagekin/core/time.h"
#include "pagekin/describe/listed_marks.h"
#include "pagekin/distribute.h"
#include "pagekin/method/index_file.h"
#include "pagekin/method/method.h"
#include "pagekin/model/extracted_bytes.h"
#include "pagekin/report/cluster_summary.h"
#include "pagekin/report/dendrogram.h"
#include "pagekin/report/description_json.h"
#include "pagekin/store/crawl_store.h"
#include "pagekin/visual/run_report.h"

namespace pagekin {
namespace {

constexpr std::size_t kAskedInReport = 5;  // pages

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
  result.describe_seconds = description ? description->seconds : 0;
  const std::vector<std::size_t> labels = run.labels_by_number();
  for (std::size_t i = 0; i < result.clusters.size(); ++i) {
    ClusterInfo& info = result.clusters[i];
    info.name = run.names[labels[i]].text;
    if (!description) continue;
    info.exemplar = description->clusters[i].exemplar;
    info.marks = describe::listed_marks(description->clusters[i]);
  }
}

void fill_pages(ClusterResult& result, const ClusterDetails& details) {
  const clustering::ClusterRun& run = details.run;
  result.pages.reserve(run.ids.size());
  result.labels.reserve(run.ids.size());
  result.variants.reserve(run.ids.size());
  for (PageId page = 0; page < run.ids.size(); ++page) {
    result.pages.emplace_back(run.ids[page]);
    result.labels.push_back(run.number_of(page));
    result.variants.push_back(run.variant_of(page));
  }
  if (details.options.source.reading.pages) {
    for (PageId page = 0; page < run.ids.size(); ++page) {
      const bool is_supplied = run.origins.has(page) && run.origins.input(page).empty();
      result.supplied.push_back(is_supplied ? run.origins.offset(page) : kNotSupplied);
    }
  }
  for (const Certainty& of_page : run.certainty) {
    result.confidence.push_back(of_page.confidence);
  }
}

ClusterResult cluster_result(std::shared_ptr<ClusterDetails> details) {
  const clustering::ClusterRun& run = details->run;
  ClusterResult result;
  if (details->given.has_lists) {
    fill_pages(result, *details);
    fill_clusters(result, run);
  }
  result.page_count = run.ids.size();
  result.cluster_count = run.numbers.size();
  result.left_out = static_cast<std::size_t>(std::ranges::count(run.clustering.labels, kLeftOut));
  result.has_confidence = !run.certainty.empty();
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
  result.in_doubt = report::count_doubtful(run, run.certainty);
  result.read_seconds = run.read_seconds;
  result.cluster_seconds = run.cluster_seconds;
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

bool is_readable_twice(const clustering::ClusterOptions& options) {
  try {
    check_readable_twice(options, "describe");
    return true;
  } catch (const OptionError&) {
    return false;
  }
}

}  // namespace

ClusterResult cluster_pages(const Source& source, const ClusterOptions& options, const Run& run) {
  check_options<ClusterOptions>(options);
  return api::on_own_thread(
      run, {{"reading"}, {"comparing", "pairs"}, {"describing"}, {"learning models"}},
      [&](Progress& reading, Progress& comparing, Progress& describing, Progress& learning) {
        const std::unique_ptr<method::Method> method = clustering::make_method(options);
        const bool is_reported = options.shown_in_report > 0;
        const bool describes = options.describe || is_reported;
        const bool asks_for_report = is_reported && method->has(method::Capability::kHinted);
        const auto details = std::make_shared<ClusterDetails>();
        details->given = options;
        clustering::ClusterOptions& cluster = details->options;
        cluster = {.source = describes || options.skeletons ? api::reread_source(source, run)
                                                            : api::input_source(source, run),
                   .method = parse_spec(options.method).name,
                   .index = options.index,
                   .check = options.check,
                   .dendrogram = options.dendrogram || is_reported,
                   .keep_origins = options.has_origins,
                   .on_duplicate = options.on_duplicate,
                   .keep_days = clustering::parse_keep(options.keep),
                   .checkpoint_interval =
                       std::chrono::milliseconds(std::llround(1000 * options.checkpoint_seconds)),
                   .hints = options.hints,
                   .ask = asks_for_report ? std::max(options.ask, kAskedInReport) : options.ask};
        if (describes) check_readable_twice(cluster, "describe");
        if (options.skeletons) check_readable_twice(cluster, "skeletons");
        const bool may_describe = options.described_in_summary > 0 && is_readable_twice(cluster);
        cluster.before_index = [&](clustering::ClusterRun& found) {
          if (describes) {
            ReportOptions drawn;
            drawn.representatives = static_cast<int>(options.shown_in_report);
            if (is_reported) details->drawing = visual::report_drawing(drawn, found);
            details->description = clustering::describe_pages(
                cluster, found, &describing, is_reported ? &details->drawing : nullptr);
          } else if (may_describe && found.ids.size() <= options.described_in_summary) {
            try {
              details->for_summary = clustering::describe_pages(cluster, found, &describing);
            } catch (const InputError&) {
              // An input has changed meanwhile, and nobody asked for a description.
            }
          }
          if (options.skeletons) clustering::learn_index_models(cluster, found, &learning);
        };
        api::FirstIncidents incidents(run);
        details->run =
            clustering::cluster_pages(cluster, *method, std::ref(incidents), &reading, &comparing);
        cluster.before_index = nullptr;  // it and the next refer to this call
        details->drawing.choose = nullptr;
        details->has_source = true;
        details->was_asked_to_describe = describes;
        details->questions = details->run.questions;
        details->run.questions.resize(std::min(details->run.questions.size(), options.ask));
        details->incidents = std::move(incidents.kept);
        return cluster_result(details);
      });
}

void check_options(const ClusterOptions& options) {
  check_options<ClusterOptions>(options);
  clustering::make_method(options);
}

std::string checkpoint_of_index(const std::string& index) { return method::checkpoint_path(index); }

ClusterDetails& KeptRun::change() {
  if (details_.use_count() > 1) details_ = std::make_shared<ClusterDetails>(*details_);
  return *details_;
}

void check_method(const std::string& method, const std::string& measure) {
  method::make(method, measure);
}

bool can_describe(const ClusterResult& result) {
  if (result.is_described) return true;
  return !result.kept.is_empty() && result.kept->has_source &&
         is_readable_twice(result.kept->options);
}

bool can_describe(const Source& source) {
  return is_readable_twice({.source = api::input_source(source, {}), .method = {}, .index = {}});
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
  details.description = api::on_own_thread(run, {{"describing"}}, [&](Progress& describing) {
    clustering::ClusterOptions options = details.options;
    options.source.reading.threads = run.threads;
    return clustering::describe_pages(options, details.run, &describing);
  });
  take_description(result);
}

void write_description(const ClusterResult& result, const TextSink& sink) {
  if (!result.is_described || result.kept.is_empty()) {
    throw OptionError("the templates of this result are not described", "result");
  }
  report::write_description(result.kept->run, *result.kept->description, result.kept->given.method,
                            sink);
}

std::string summarise(const ClusterResult& result, const SummaryOptions& options) {
  if (result.kept.is_empty()) return {};
  const auto& shown =
      result.kept->description ? result.kept->description : result.kept->for_summary;
  return report::summarise(result.kept->run, options, shown ? &*shown : nullptr);
}

std::string api::dendrogram_note(const ClusterDetails& details) {
  const std::string& measure = details.given.measure;
  return details.run.dendrogram->linkage + " linkage, measure " +
         (measure.empty() ? find_method(details.given.method).default_measure : measure);
}

void write_dendrogram(const ClusterResult& result, DendrogramFormat format, const TextSink& sink) {
  if (result.kept.is_empty() || !result.kept->run.dendrogram) {
    throw OptionError("this result has no merges: it needs " + option_named("dendrogram"),
                      "dendrogram");
  }
  const clustering::ClusterRun& run = result.kept->run;
  report::write_dendrogram({.dendrogram = &run.dendrogram->merges,
                            .clustering = &run.clustering,
                            .cut = run.dendrogram->cut,
                            .note = api::dendrogram_note(*result.kept),
                            .id = [&](PageId page) { return run.ids[page]; }},
                           format, sink);
}

bool is_crawl_store(const std::string& input) { return clustering::is_store(input); }

void save_clusters(const ClusterResult& result, const std::string& store) {
  if (result.kept.is_empty()) throw OptionError("this is not the result of a run", "result");
  const clustering::ClusterRun& run = result.kept->run;
  std::vector<store::CrawlWriter::Assignment> assignments;
  assignments.reserve(run.ids.size());
  for (PageId page = 0; page < run.ids.size(); ++page) {
    assignments.push_back({.url = run.ids[page], .cluster = run.number_of(page)});
  }
  std::vector<store::CrawlWriter::Template> templates;
  for (const std::size_t label : run.labels_by_number()) {
    templates.push_back({.cluster = run.numbers[label],
                         .id = run.template_ids[label],
                         .name = run.names[label].text});
  }
  const auto writer = store::CrawlWriter::open(store);
  writer->transact([&] {
    writer->save_clustering(result.kept->given.method, now_in_seconds(), assignments, templates);
  });
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
  check_options<ClusterOptions>(options);
  const ClusterOptions defaults;
  if (!options.index.empty()) refuse("index");
  if (options.on_duplicate != defaults.on_duplicate) refuse("on_duplicate");
  if (!options.keep.empty()) refuse("keep");
  if (options.checkpoint_seconds != defaults.checkpoint_seconds) refuse("checkpoint_seconds");
  if (options.skeletons) refuse("skeletons");
  if (options.describe) refuse("describe");
  if (options.shown_in_report > 0) refuse("shown_in_report");
  if (options.described_in_summary > 0) refuse("described_in_summary");
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
  return api::on_own_thread(state.run, {{"comparing", "pairs"}}, [&](Progress& comparing) {
    clustering::finish_run(state.done, *state.method,
                           {.threads = state.run.threads,
                            .progress = &comparing,
                            .check = state.options.check,
                            .dendrogram = state.options.dendrogram,
                            .hints = state.options.hints,
                            .ask = state.options.ask});
    clustering::name_templates(state.done, {});
    const auto details = std::make_shared<ClusterDetails>();
    details->given = state.options;
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
