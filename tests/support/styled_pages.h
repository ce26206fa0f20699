// Seeded pages with few classes each out of few: many equally similar, some equal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/core/random.h"
#include "pagekin/features/features.h"

namespace pagekin::test {

inline std::vector<features::Features> styled_pages(std::uint64_t seed, std::size_t count) {
  Random random(seed);
  std::vector<features::Features> pages(count);
  for (features::Features& page : pages) {
    for (std::uint64_t name = 0; name < 6; ++name) {
      if (random.chance(0.5)) page.class_names.push_back(name);
    }
  }
  return pages;
}

}  // namespace pagekin::test
