#include "pagekin/pipeline/representatives.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

namespace pagekin::pipeline {
namespace {

struct Variant {
  std::size_t pages = 0;
  PageId best = 0;
};

}  // namespace

std::vector<std::vector<PageId>> choose_representatives(const ClusterRun& run) {
  const std::size_t count = run.numbers.size();
  std::vector<std::vector<PageId>> best(count);  // ordered by falling confidence, then position
  std::vector<std::map<std::uint32_t, Variant>> variants(run.variants.empty() ? 0 : count);
  const auto confidence = [&](PageId page) {
    return run.certainty.empty() ? 1.0F : run.certainty[page].confidence;
  };
  for (PageId page = 0; page < run.ids.size(); ++page) {
    const int label = run.clustering.labels[page];
    if (label == kLeftOut) continue;
    const auto cluster = static_cast<std::size_t>(label);
    std::vector<PageId>& list = best[cluster];
    const auto place = std::ranges::find_if(
        list, [&](PageId other) { return confidence(other) < confidence(page); });
    if (place != list.end() || list.size() < kRepresentatives) list.insert(place, page);
    if (list.size() > kRepresentatives) list.pop_back();
    if (variants.empty()) continue;
    Variant& variant = variants[cluster][run.variants[page]];
    if (variant.pages++ == 0 || confidence(page) > confidence(variant.best)) variant.best = page;
  }
  for (std::vector<PageId>& list : best) {
    while (list.size() > 1 && confidence(list.back()) < templates::kDoubtful) list.pop_back();
  }
  for (std::size_t cluster = 0; cluster < variants.size(); ++cluster) {
    std::vector<Variant> ordered;
    for (const auto& [number, variant] : variants[cluster]) ordered.push_back(variant);
    std::ranges::stable_sort(ordered, std::greater<>(), &Variant::pages);
    std::vector<PageId> chosen;
    for (const Variant& variant : ordered) chosen.push_back(variant.best);
    for (const PageId page : best[cluster]) {
      if (chosen.size() >= kRepresentatives) break;
      if (std::ranges::find(chosen, page) == chosen.end()) chosen.push_back(page);
    }
    best[cluster] = std::move(chosen);
  }
  return best;
}

}  // namespace pagekin::pipeline
