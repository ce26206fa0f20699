#include "pagekin/clustering/cluster_pages.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "pagekin/clustering/index_update.h"
#include "pagekin/clustering/name_templates.h"
#include "pagekin/clustering/read_hints.h"
#include "pagekin/clustering/stored_pages.h"
#include "pagekin/core/error.h"
#include "pagekin/core/stop.h"
#include "pagekin/core/stopwatch.h"
#include "pagekin/core/text.h"
#include "pagekin/method/kept_ids.h"
#include "pagekin/store/crawl_store.h"

namespace pagekin::clustering {
namespace {

// Takes what the method answered. `earlier_ids` and `next_id` as in FinishRun.
void take_results(ClusterRun& run, method::MethodResult&& result,
                  std::span<const std::uint32_t> earlier_ids = {}, std::uint32_t next_id = 1) {
  run.clustering = std::move(result.clusters);
  run.numbers = numbers_by_size(run.clustering);
  run.template_ids = result.template_ids.empty()
                         ? method::kept_ids(earlier_ids, run.clustering, next_id)
                         : std::move(result.template_ids);
  run.changes = std::move(result.changes);
  run.certainty = std::move(result.certainty);
  run.variants = std::move(result.variants);
  run.hinted_names = std::move(result.hinted_names);
  run.questions = std::move(result.questions);
  run.dendrogram = std::move(result.dendrogram);
  run.report = std::move(result.report);
  run.caution = std::move(result.caution);
}

// Clusters the pages of a crawl store; the method reads only a sample of them.
ClusterRun cluster_stored(const ClusterOptions& options, method::Method& method,
                          const std::function<void(const Incident&)>& on_incident,
                          Progress* compare_progress) {
  const Stopwatch reading;
  ClusterRun run;
  const std::string shown = store::shown_name(options.source.inputs.front());
  StoredPages pages(options.source.inputs.front(), options.source.reading.threads);
  pages.read_ids([&](std::string_view id, std::int64_t bytes) {
    run.ids.add(id);
    if (options.keep_origins) run.origins.add(shown, 0);
    run.counts.page_bytes += static_cast<std::uint64_t>(bytes);
  });
  run.is_of_store = true;
  run.counts.clustered = run.ids.size();
  if (run.counts.clustered != pages.size()) {
    throw InputError(shown + ": the store has changed while it was read");
  }
  if (run.counts.clustered == 0) throw InputError(shown + ": the store has no pages");
  run.first_tags.resize(pages.size());
  pages.on_page = [&](PageId page, const features::Features& found) {
    run.first_tags[page] = found.first_tags;
    run.counts.bytes_scanned += found.bytes_scanned;
  };
  // A page that cannot be read stays with the pages that were reached through the same XPath.
  pages.on_trouble = [&](PageId page, const std::string& trouble) {
    const Incident incident{.input = shown,
                            .page = std::string(run.ids[page]),
                            .reason = Reason::kCutShort,
                            .detail = trouble};
    ++run.counts.by_reason[static_cast<std::size_t>(incident.reason)];
    ++run.counts.limited;
    if (on_incident) on_incident(incident);
    if (options.source.strict) reading::throw_strict(to_text(incident), incident.input);
  };
  run.read_seconds = reading.seconds();

  const Stopwatch clustering;
  take_results(run, method.cluster_known(pages, {.threads = options.source.reading.threads,
                                                 .progress = compare_progress,
                                                 .check = options.check}));
  name_templates(run, {});
  run.cluster_seconds = clustering.seconds();
  if (options.before_index) options.before_index(run);
  return run;
}

}  // namespace

std::unique_ptr<method::Method> make_method(const pagekin::ClusterOptions& options) {
  std::unique_ptr<method::Method> method = method::make(options.method, options.measure);
  const auto refuse = [&](const std::string& option, const std::string& what) {
    throw OptionError(option_named(option) + what + "; got '" + options.method + "'", option);
  };
  if (!options.index.empty() && method->persistent() == nullptr) {
    refuse("index", " needs a method that keeps an index: " +
                        method::names_with(method::Capability::kPersistent));
  }
  if (options.check && method->comparing() == nullptr) {
    throw OptionError(option_named("check") + " is for methods that compare pages; '" +
                          options.method + "' does not compare pages",
                      "check");
  }
  if (parse_keep(options.keep) > 0 && options.index.empty()) {
    throw OptionError(option_named("keep") + " is for an index: give " + option_named("index"),
                      "keep");
  }
  if (options.skeletons && options.index.empty()) {
    throw OptionError(
        option_named("skeletons") + " are kept in an index: give " + option_named("index"),
        "skeletons");
  }
  if ((!options.hints.empty() || options.ask > 0) && !method->has(method::Capability::kHinted)) {
    refuse(
        options.hints.empty() ? "ask" : "hints",
        " needs a method that follows hints: " + method::names_with(method::Capability::kHinted));
  }
  check_hints(options.hints);
  return method;
}

std::uint32_t parse_keep(const std::string& text) {
  if (text.empty()) return 0;
  constexpr std::uint32_t most = 100'000;
  std::uint32_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  const std::uint32_t days = unit == "w" ? 7 : 1;
  if (error != std::errc() || (unit != "d" && unit != "w") || number == 0 || number > most) {
    throw OptionError(option_named("keep") + " takes days or weeks, such as 90d or 13w; got '" +
                          printable(text) + "'",
                      "keep");
  }
  return number * days;
}

void finish_run(ClusterRun& run, method::Method& method, const FinishRun& options) {
  method::FinishOptions finish{.threads = options.threads,
                               .progress = options.progress,
                               .check = options.check,
                               .questions = options.ask,
                               .dendrogram = options.dendrogram};
  templates::Hints known;
  if (!options.hints.empty()) {
    NumberedHints numbered = number_hints(options.hints, run.ids);
    run.hinted = numbered.pages;
    run.unknown_hinted = std::move(numbered.unknown);
    known = std::move(numbered.hints);
    finish.hints = &known;
  }
  take_results(run, method.finish(finish), options.earlier_ids, options.next_id);
}

namespace {

// Notes which templates had no page in the run before either, so that they are reported once.
void note_unseen_before(const method::IndexedTemplates& earlier, ClusterRun& run) {
  for (TemplateChange& change : run.changes) {
    const auto known = std::ranges::find(earlier.all, change.id, &method::IndexedTemplate::id);
    change.was_unseen =
        change.fate == TemplateFate::kUnseen && known != earlier.all.end() && known->is_unseen;
  }
}

// The templates of a run, as an index keeps them.
method::IndexedTemplates indexed_templates(const ClusterRun& run, std::uint32_t next_id) {
  method::IndexedTemplates templates{.next_id = next_id, .all = {}};
  for (const std::size_t label : run.labels_by_number()) {
    const std::uint32_t id = run.template_ids[label];
    templates.next_id = std::max(templates.next_id, id + 1);
    templates.all.push_back({id, run.names[label].text});
  }
  for (const TemplateChange& change : run.changes) {
    if (change.fate != TemplateFate::kUnseen) continue;
    const auto unseen = std::ranges::find(templates.all, change.id, &method::IndexedTemplate::id);
    if (unseen != templates.all.end()) unseen->is_unseen = true;
  }
  return templates;
}

}  // namespace

std::vector<std::size_t> ClusterRun::labels_by_number() const {
  std::vector<std::size_t> labels(numbers.size());
  for (std::size_t label = 0; label < numbers.size(); ++label) {
    labels[static_cast<std::size_t>(numbers[label] - 1)] = label;
  }
  return labels;
}

reading::PagesBefore ClusterRun::pages_before() const {
  using Kind = reading::PagesBefore::Kind;
  return {.ids = &ids,
          .kind = is_of_store ? Kind::kListed : Kind::kAll,
          .earlier = earlier,
          .seen_before = seen_before};
}

ClusterRun cluster_pages(const ClusterOptions& options, method::Method& method,
                         const std::function<void(const Incident&)>& on_incident,
                         Progress* progress, Progress* compare_progress) {
  if (method.has(method::Capability::kSampling) && options.source.inputs.size() == 1 &&
      is_store(options.source.inputs.front())) {
    return cluster_stored(options, method, on_incident, compare_progress);
  }
  const Stopwatch reading;
  ClusterRun run;
  std::optional<IndexUpdate> index;
  if (!options.index.empty()) index.emplace(options, method, run);
  reading::ReadRequest request{.source = options.source,
                               .needs = method.needs(),
                               .progress = progress,
                               .incident = on_incident};
  request.needs.first_tags = true;
  method.use_threads(options.source.reading.threads);
  if (options.keep_origins) {
    request.origin = [&](std::string_view input, std::uint64_t offset) {
      run.origins.add(input, offset);
    };
  }
  request.page = [&](std::string_view, features::Features&& page) {
    run.first_tags.push_back(page.first_tags);
    method.add(std::move(page));
  };
  try {
    run.counts = index ? index->read(request) : reading::read_features(request, run.ids);
    run.read_seconds = reading.seconds();
    reading::require_pages(run.counts);
    check_stop();
    if (index) index->forget_old();

    const Stopwatch clustering;
    const method::IndexedTemplates earlier =
        index ? index->templates() : method::IndexedTemplates();
    FinishRun finish{.threads = options.source.reading.threads,
                     .progress = compare_progress,
                     .check = options.check,
                     .dendrogram = options.dendrogram,
                     .hints = options.hints,
                     .ask = options.ask,
                     .next_id = earlier.next_id};
    if (index) finish.earlier_ids = index->earlier_ids();
    finish_run(run, method, finish);
    note_unseen_before(earlier, run);
    name_templates(run, earlier.all);
    run.cluster_seconds = clustering.seconds();
    if (options.before_index) options.before_index(run);
    const Stopwatch writing;
    if (index) index->write(indexed_templates(run, earlier.next_id));
    run.cluster_seconds += writing.seconds();
  } catch (const Cancelled&) {
    try {
      if (index) index->write_checkpoint();
    } catch (const Error&) {
      // The run is stopped all the same, and the index is as it was.
    }
    throw;
  }
  return run;
}

}  // namespace pagekin::clustering
