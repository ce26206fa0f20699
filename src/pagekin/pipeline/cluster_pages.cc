#include "pagekin/pipeline/cluster_pages.h"

#include <chrono>
#include <optional>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/method/index_file.h"
#include "pagekin/pipeline/summary.h"

namespace pagekin::pipeline {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

ClusterRun cluster_pages(const ClusterOptions& options, method::Method& method,
                         const std::function<void(const Incident&)>& on_incident,
                         Progress* progress, Progress* compare_progress) {
  const auto start = std::chrono::steady_clock::now();
  ClusterRun run;
  std::optional<method::IndexFile> index;
  if (!options.index.empty()) {
    index.emplace(options.index, method::IndexFile::Access::kUpdate);
    run.earlier = index->restore(options.method, method, [&](const method::IndexedPage& page) {
      run.ids.add(page.id);
      run.first_tags.push_back(page.first_tags);
    });
  }
  ReadRequest request{.inputs = options.inputs,
                      .options = options.read,
                      .strict = options.strict,
                      .needs = method.needs(),
                      .progress = progress,
                      .incident = on_incident};
  request.needs.first_tags = true;
  request.page = [&](std::string_view, features::Features&& page) {
    run.first_tags.push_back(page.first_tags);
    method.add(std::move(page));
  };
  run.counts = read_features(request, run.ids);
  run.read_seconds = seconds_since(start);
  if (run.counts.clustered == 0) throw Error(nothing_to_do(run.counts));

  const auto clustering = std::chrono::steady_clock::now();
  run.clustering = method.finish(
      {.threads = options.read.threads, .progress = compare_progress, .check = options.check});
  run.numbers = numbers_by_size(run.clustering);
  run.changes = method.changes();
  run.certainty = method.certainty();
  if (index) {
    index->write(options.method, method, run.ids.size(), [&](std::size_t page) {
      return method::IndexedPage{.id = run.ids[static_cast<PageId>(page)],
                                 .first_tags = run.first_tags[page]};
    });
  }
  run.cluster_seconds = seconds_since(clustering);
  return run;
}

}  // namespace pagekin::pipeline
