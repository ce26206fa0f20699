#include "pagekin/laboratory/internal_evaluation.h"

#include <unordered_map>

#include <fmt/format.h>

#include "pagekin/core/clustering.h"
#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"

namespace pagekin::laboratory {

InternalEvaluation evaluate_by_measure(const input::Source& source, const std::string& measure,
                                       std::span<const eval::Assignment> assignments,
                                       const std::function<void(const Incident&)>& on_incident,
                                       Progress* reading, Progress* comparing) {
  const auto compare = measure::make_symmetric(measure);
  reading::PageSet set = reading::read_page_set(source, compare->needs(), on_incident, reading);
  reading::fit(*compare, set.features);

  std::unordered_map<std::string_view, int, KeyedHash, std::equal_to<>> cluster_of;
  for (const eval::Assignment& row : assignments) cluster_of.emplace(row.page, row.cluster);
  InternalEvaluation evaluation{.measure = measure, .counts = set.counts};
  std::vector<int> clusters;  // of pages that have an assignment
  std::vector<PageId> pages;  // these
  for (PageId page = 0; page < set.ids.size(); ++page) {
    const auto found = cluster_of.find(set.ids[page]);
    if (found == cluster_of.end()) {
      ++evaluation.unassigned;
      continue;
    }
    pages.push_back(page);
    clusters.push_back(found->second > 0 ? found->second : kLeftOut);
  }
  evaluation.missing = cluster_of.size() - pages.size();
  evaluation.quality = eval::internal_quality(
      clusters,
      [&](std::size_t a, std::size_t b) {
        return compare->similarity(set.features[pages[a]], set.features[pages[b]]);
      },
      source.reading.threads, comparing);
  if (evaluation.quality.pages == 0) {
    throw InputError(fmt::format(
        "none of the {} pages read is in a cluster; the first is {}, the assignments begin with {}",
        with_commas(set.ids.size()), printable(set.ids[0]),
        assignments.empty() ? "nothing" : printable(assignments.front().page)));
  }
  return evaluation;
}

}  // namespace pagekin::laboratory
