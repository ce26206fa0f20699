#include "pagekin/templates/track_templates.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "pagekin/templates/mark_overlap.h"

namespace pagekin::templates {
namespace {

constexpr double kUnchanged = 0.6;         // least Jaccard similarity of the cores
constexpr std::uint64_t kFewestPages = 3;  // a template with fewer pages does not count
constexpr std::uint64_t kReadAgain = 4;    // a page that was read again counts as so many others
constexpr std::size_t kStub =
    5;  // a core of so many times fewer marks is not a design of a template
constexpr std::uint32_t kNoId = UINT32_MAX;

// The pages that an earlier template and a current cluster have in common, weighted.
struct SharedPages {
  std::uint32_t id = 0;
  int cluster = 0;
  std::uint64_t pages = 0;
};

// Whether the pages of a cluster have next to nothing of what those of a template had, as redirects
// and error pages.
bool is_stub(const std::vector<std::uint64_t>& core, const std::vector<std::uint64_t>& earlier) {
  return kStub * core.size() < earlier.size();
}

// Returns the overlaps, the largest first. `known`: by id.
std::vector<SharedPages> overlaps(std::span<const std::uint32_t> earlier,
                                  const Clustering& clusters,
                                  std::span<const std::vector<std::uint64_t>> cores,
                                  std::span<const KnownTemplate> known,
                                  std::span<const std::uint32_t> read_again) {
  std::map<std::pair<std::uint32_t, int>, std::uint64_t> counts;
  for (std::size_t page = 0; page < earlier.size(); ++page) {
    const std::uint32_t id = earlier[page];
    const int cluster = clusters.labels[page];
    const bool is_again = !read_again.empty() && read_again.front() == page;
    if (is_again) read_again = read_again.subspan(1);
    const auto before = std::ranges::lower_bound(known, id, {}, &KnownTemplate::id);
    const bool is_stubbed = is_again && before != known.end() && before->id == id &&
                            is_stub(cores[static_cast<std::size_t>(cluster)], before->core);
    counts[{id, cluster}] += is_stubbed ? 0 : is_again ? kReadAgain : 1;
  }
  std::vector<SharedPages> found;
  found.reserve(counts.size());
  for (const auto& [pair, pages] : counts) found.push_back({pair.first, pair.second, pages});
  std::stable_sort(found.begin(), found.end(),
                   [](const SharedPages& a, const SharedPages& b) { return a.pages > b.pages; });
  return found;
}

}  // namespace

Tracked track_templates(std::span<const std::uint32_t> earlier, const Clustering& clusters,
                        std::span<const std::vector<std::uint64_t>> cores,
                        std::span<const KnownTemplate> known, std::uint32_t next_id,
                        std::span<const std::uint32_t> read_again) {
  const auto cluster_count = static_cast<std::size_t>(clusters.cluster_count);
  const bool is_any_again = !read_again.empty();
  Tracked tracked{.id_of = std::vector<std::uint32_t>(cluster_count, kNoId), .changes = {}};
  std::map<std::uint32_t, TemplateChange> changes;
  for (const KnownTemplate& known_template : known)
    changes[known_template.id] = {.id = known_template.id};

  std::map<std::uint32_t, bool> is_taken;
  for (const SharedPages& overlap : overlaps(earlier, clusters, cores, known, read_again)) {
    TemplateChange& change = changes[overlap.id];
    // The cluster with most of its pages.
    if (change.cluster == kLeftOut) change.cluster = overlap.cluster;
    std::uint32_t& id = tracked.id_of[static_cast<std::size_t>(overlap.cluster)];
    if (id != kNoId || is_taken[overlap.id]) continue;
    id = overlap.id;
    is_taken[overlap.id] = true;
    change.cluster = overlap.cluster;
  }
  const std::vector<int> numbers = numbers_by_size(clusters);
  std::vector<std::size_t> by_size(cluster_count);
  for (std::size_t cluster = 0; cluster < cluster_count; ++cluster) {
    by_size[static_cast<std::size_t>(numbers[cluster] - 1)] = cluster;
  }
  for (const std::size_t cluster : by_size) {
    std::uint32_t& id = tracked.id_of[cluster];
    if (id != kNoId) continue;
    id = next_id++;
    changes[id] = {.id = id, .fate = TemplateFate::kNew, .cluster = static_cast<int>(cluster)};
  }
  for (std::size_t page = 0; page < clusters.labels.size(); ++page) {
    const std::uint32_t id = tracked.id_of[static_cast<std::size_t>(clusters.labels[page])];
    const bool is_again = !read_again.empty() && read_again.front() == page;
    if (is_again) read_again = read_again.subspan(1);
    if (page >= earlier.size() || is_again) {
      ++changes[id].added;
    } else {
      ++changes[is_taken[earlier[page]] ? id : earlier[page]].earlier;
    }
  }
  for (const KnownTemplate& known_template : known) {
    TemplateChange& change = changes[known_template.id];
    if (!is_taken[known_template.id]) {
      change.fate = TemplateFate::kJoined;
      continue;
    }
    change.kept =
        mark_overlap(known_template.core, cores[static_cast<std::size_t>(change.cluster)]);
    if (change.added == 0) {
      change.fate = TemplateFate::kUnseen;
    } else if (change.kept < kUnchanged) {
      change.fate = TemplateFate::kChanged;
    }
  }
  for (auto& [id, change] : changes) {
    if (change.fate == TemplateFate::kNew && change.earlier > 0) {
      change.fate =
          change.added > 0 || !is_any_again ? TemplateFate::kSplit : TemplateFate::kUnseen;
    }
    if (change.earlier + change.added < kFewestPages) change.fate = TemplateFate::kOdd;
  }
  for (const auto& [id, change] : changes) tracked.changes.push_back(change);
  return tracked;
}

}  // namespace pagekin::templates
