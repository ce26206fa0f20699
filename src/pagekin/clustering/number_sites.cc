#include "pagekin/clustering/number_sites.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "pagekin/clustering/representatives.h"

namespace pagekin::clustering {
namespace {

struct SizedGroup {
  std::uint64_t pages = 0;
  std::uint64_t first = 0;  // the place of its first page
};

// From 1 by falling size, ties by the first page; 0 for a group without pages.
std::vector<std::uint64_t> ranks_of(std::span<const SizedGroup> groups) {
  std::vector<std::size_t> order(groups.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    if (groups[a].pages != groups[b].pages) return groups[a].pages > groups[b].pages;
    return groups[a].first != groups[b].first ? groups[a].first < groups[b].first : a < b;
  });
  std::vector<std::uint64_t> ranks(groups.size());
  std::uint64_t rank = 0;
  for (const std::size_t group : order) {
    if (groups[group].pages != 0) ranks[group] = ++rank;
  }
  return ranks;
}

bool is_better(const SitePage& a, const SitePage& b) {
  if (a.confidence != b.confidence) return a.confidence > b.confidence;
  return a.place < b.place;
}

}  // namespace

SiteNumbers number_joined_sites(std::span<const SiteVariant> variants,
                                std::span<const SiteBest> best, bool has_variants) {
  std::size_t count = 0;
  for (const SiteVariant& variant : variants) {
    count = std::max<std::size_t>(count, std::size_t{variant.joined} + 1);
  }
  for (const SiteBest& site_best : best) {
    count = std::max<std::size_t>(count, std::size_t{site_best.joined} + 1);
  }
  std::vector<SizedGroup> templates(count);
  std::vector<SizedGroup> sized;
  std::vector<std::vector<SitePage>> tops(count);
  std::vector<std::vector<const SiteVariant*>> of_template(has_variants ? count : 0);
  sized.reserve(variants.size());
  for (const SiteVariant& variant : variants) {
    sized.push_back({variant.pages, variant.first});
    if (variant.pages == 0) continue;
    SizedGroup& group = templates[variant.joined];
    group.first = group.pages == 0 ? variant.first : std::min(group.first, variant.first);
    group.pages += variant.pages;
    if (has_variants) of_template[variant.joined].push_back(&variant);
  }
  for (const SiteBest& top : best) tops[top.joined].push_back(top.page);

  SiteNumbers numbers;
  const std::vector<std::uint64_t> ranks = ranks_of(templates);
  numbers.templates = ranks.empty() ? 0 : *std::ranges::max_element(ranks);
  for (const SiteVariant& variant : variants) {
    numbers.template_of.push_back(variant.pages == 0 ? 0 : ranks[variant.joined]);
  }
  numbers.variant_of = has_variants ? ranks_of(sized) : numbers.template_of;

  for (std::size_t group = 0; group < count; ++group) {
    std::ranges::stable_sort(tops[group], is_better);
    std::vector<Candidate> candidates;
    for (const SitePage& page : tops[group]) {
      if (candidates.size() < kRepresentatives) candidates.push_back({page.page, page.confidence});
    }
    std::vector<std::uint64_t> of_variants;
    if (has_variants) {
      for (const SiteVariant* variant : of_template[group])
        of_variants.push_back(variant->best.page);
    }
    const std::vector<std::uint64_t> chosen = choose_representatives(candidates, of_variants);
    numbers.representatives.insert(numbers.representatives.end(), chosen.begin(), chosen.end());
  }
  std::ranges::sort(numbers.representatives);
  numbers.representatives.erase(
      std::unique(numbers.representatives.begin(), numbers.representatives.end()),
      numbers.representatives.end());
  return numbers;
}

}  // namespace pagekin::clustering
