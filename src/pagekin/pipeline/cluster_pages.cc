#include "pagekin/pipeline/cluster_pages.h"

#include <optional>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/core/stop.h"
#include "pagekin/core/stopwatch.h"
#include "pagekin/pipeline/index_update.h"
#include "pagekin/pipeline/stored_pages.h"

namespace pagekin::pipeline {
namespace {

// Clusters the pages of a crawl store; the method reads only a sample of them.
ClusterRun cluster_stored(const ClusterOptions& options, method::Sampling& method,
                          const std::function<void(const Incident&)>& on_incident,
                          Progress* compare_progress) {
  const Stopwatch reading;
  ClusterRun run;
  StoredPages pages(options.source.inputs.front(), options.source.reading.threads);
  pages.read_ids([&](std::string_view id, std::int64_t bytes) {
    run.ids.add(id);
    run.counts.page_bytes += static_cast<std::uint64_t>(bytes);
  });
  run.counts.clustered = run.ids.size();
  if (run.counts.clustered != pages.size()) {
    throw InputError(options.source.inputs.front() + ": the store has changed while it was read");
  }
  if (run.counts.clustered == 0)
    throw InputError(options.source.inputs.front() + ": the store has no pages");
  run.first_tags.resize(pages.size());
  pages.on_page = [&](PageId page, const features::Features& found) {
    run.first_tags[page] = found.first_tags;
    run.counts.bytes_scanned += found.bytes_scanned;
  };
  // A page that cannot be read stays with the pages that were reached through the same XPath.
  pages.on_trouble = [&](PageId page, const std::string& trouble) {
    const Incident incident{.input = options.source.inputs.front(),
                            .page = std::string(run.ids[page]),
                            .reason = Reason::kCutShort,
                            .detail = trouble};
    ++run.counts.by_reason[static_cast<std::size_t>(incident.reason)];
    ++run.counts.limited;
    if (on_incident) on_incident(incident);
    if (options.source.strict) throw_strict(to_text(incident), incident.input);
  };
  run.read_seconds = reading.seconds();

  const Stopwatch clustering;
  run.clustering = method.cluster_known(pages, {.threads = options.source.reading.threads,
                                                .progress = compare_progress,
                                                .check = options.check});
  run.numbers = numbers_by_size(run.clustering);
  run.cluster_seconds = clustering.seconds();
  return run;
}

}  // namespace

ClusterRun cluster_pages(const ClusterOptions& options, method::Method& method,
                         const std::function<void(const Incident&)>& on_incident,
                         Progress* progress, Progress* compare_progress) {
  method::Sampling* const sampling = method.sampling();
  if (sampling != nullptr && options.source.inputs.size() == 1 &&
      is_store(options.source.inputs.front())) {
    return cluster_stored(options, *sampling, on_incident, compare_progress);
  }
  const Stopwatch reading;
  ClusterRun run;
  std::optional<IndexUpdate> index;
  if (!options.index.empty()) index.emplace(options, method, run);
  ReadRequest request{.source = options.source,
                      .needs = method.needs(),
                      .progress = progress,
                      .incident = on_incident};
  request.needs.first_tags = true;
  request.page = [&](std::string_view, features::Features&& page) {
    run.first_tags.push_back(page.first_tags);
    method.add(std::move(page));
  };
  try {
    run.counts = index ? index->read(request) : read_features(request, run.ids);
    run.read_seconds = reading.seconds();
    require_pages(run.counts);
    check_stop();

    const Stopwatch clustering;
    run.clustering = method.finish({.threads = options.source.reading.threads,
                                    .progress = compare_progress,
                                    .check = options.check});
    run.numbers = numbers_by_size(run.clustering);
    if (const method::Tracking* tracking = method.tracking()) run.changes = tracking->changes();
    if (const method::Assessing* assessing = method.assessing()) {
      run.certainty = assessing->certainty();
    }
    if (index) index->write();
    run.cluster_seconds = clustering.seconds();
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

}  // namespace pagekin::pipeline
