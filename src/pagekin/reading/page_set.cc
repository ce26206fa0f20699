#include "pagekin/reading/page_set.h"

#include <utility>

namespace pagekin::reading {

PageSet read_page_set(const input::Source& source, const features::Needs& needs,
                      const std::function<void(const Incident&)>& on_incident, Progress* progress) {
  PageSet set;
  set.counts = read_features(
      {.source = source,
       .needs = needs,
       .progress = progress,
       .page = [&](std::string_view,
                   features::Features&& page) { set.features.push_back(std::move(page)); },
       .incident = on_incident},
      set.ids);
  require_pages(set.counts);
  return set;
}

void fit(measure::Measure& measure, std::vector<features::Features>& pages) {
  measure.fit(pages);
  for (features::Features& page : pages) measure.prepare(page);
}

}  // namespace pagekin::reading
