#include "pagekin/clustering/representatives.h"

#include <algorithm>
#include <cstdint>
#include <map>

namespace pagekin::clustering {
namespace {

struct Variant {
  std::size_t pages = 0;
  PageId best = 0;
};

}  // namespace

std::vector<std::uint64_t> choose_representatives(std::span<const Candidate> best,
                                                  std::span<const std::uint64_t> of_variants) {
  while (best.size() > 1 && best.back().confidence < kDoubtful) {
    best = best.first(best.size() - 1);
  }
  std::vector<std::uint64_t> chosen(of_variants.begin(), of_variants.end());
  for (const Candidate& candidate : best) {
    if (chosen.size() >= kRepresentatives) break;
    if (std::ranges::find(chosen, candidate.page) == chosen.end()) chosen.push_back(candidate.page);
  }
  return chosen;
}

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
  for (std::size_t cluster = 0; cluster < count; ++cluster) {
    std::vector<Candidate> candidates;
    for (const PageId page : best[cluster]) candidates.push_back({page, confidence(page)});
    std::vector<std::uint64_t> of_variants;
    if (!variants.empty()) {
      std::vector<Variant> ordered;
      for (const auto& [number, variant] : variants[cluster]) ordered.push_back(variant);
      std::ranges::stable_sort(ordered, std::greater<>(), &Variant::pages);
      for (const Variant& variant : ordered) of_variants.push_back(variant.best);
    }
    best[cluster].clear();
    for (const std::uint64_t page : choose_representatives(candidates, of_variants)) {
      best[cluster].push_back(static_cast<PageId>(page));
    }
  }
  return best;
}

}  // namespace pagekin::clustering
