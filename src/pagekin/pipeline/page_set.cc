#include "pagekin/pipeline/page_set.h"

#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/pipeline/summary.h"

namespace pagekin::pipeline {

PageSet read_page_set(const PageSetOptions& options, const features::Needs& needs,
                      const std::function<void(const Incident&)>& on_incident, Progress* progress) {
  PageSet set;
  set.counts = read_features(
      {.inputs = options.inputs,
       .options = options.read,
       .strict = options.strict,
       .needs = needs,
       .progress = progress,
       .page = [&](std::string_view,
                   features::Features&& page) { set.features.push_back(std::move(page)); },
       .incident = on_incident},
      set.ids);
  if (set.counts.clustered == 0) throw Error(nothing_to_do(set.counts));
  return set;
}

void fit(measure::Measure& measure, std::vector<features::Features>& pages) {
  measure.fit(pages);
  for (features::Features& page : pages) measure.prepare(page);
}

}  // namespace pagekin::pipeline
