// Pages with nothing but sets and bags, of a few templates that share a frame.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "pagekin/core/random.h"
#include "pagekin/features/features.h"
#include "pagekin/measure/measure.h"

namespace pagekin::test {

// One measure for each kind of overlap. The second is of bags, the others are of sets.
constexpr std::string_view kSetMeasures[] = {"style", "pq_gram", "common_paths", "path_cosine"};

// A few values are in most pages, some in the pages of a template, some in few pages; some
// pages are equal, some empty, some small.
inline std::vector<features::Features> random_set_pages(std::uint64_t seed, std::uint32_t count) {
  Random random(seed);
  const std::uint32_t templates = 1 + random.below(4);
  const std::uint32_t width = 2 + random.below(40);
  const double noise = random.unit() * 0.5;
  const bool spread = random.chance(0.5);  // as hashes are, or next to each other
  const auto value = [&](std::uint64_t number) { return spread ? mix(number) : number; };
  std::vector<features::Features> pages;
  while (pages.size() < count) {
    if (!pages.empty() && random.chance(0.1)) {
      pages.push_back(pages[random.below(static_cast<std::uint32_t>(pages.size()))]);
      continue;
    }
    const std::uint64_t base = 1'000 * (1 + random.below(templates));
    const std::uint32_t kept = random.chance(0.1) ? random.below(4) : width;
    std::vector<std::uint64_t> bag;
    for (std::uint64_t i = 0; i < kept; ++i) {
      if (random.chance(0.95)) bag.push_back(value(i % 7));
      if (!random.chance(noise)) bag.push_back(value(base + i / 2));
      if (random.chance(noise)) bag.push_back(value(random.below(2'000)));
    }
    std::ranges::sort(bag);
    features::Features page;
    page.pq_grams = bag;
    bag.erase(std::unique(bag.begin(), bag.end()), bag.end());
    page.class_names = page.leaf_paths = page.document_shingles = bag;
    pages.push_back(std::move(page));
  }
  return pages;
}

}  // namespace pagekin::test
