// Seeded pages of a few templates, some of them equal, for tests of methods.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/random.h"

namespace pagekin::test {

// Up to `most` pages, at least two.
inline std::vector<std::string> pages_of_templates(Random& random, std::uint32_t most,
                                                   std::uint32_t templates) {
  constexpr std::string_view pieces[] = {
      "<div class=a>", "</div>", "<p class=b>", "<b></b>", "<table class=c><tr><td>x</table>",
      "<ul class=d>"};
  const std::uint64_t seed = random.next();
  std::vector<std::string> pages(most / 2 + random.below(most / 2) + 2);
  for (std::string& page : pages) {
    const std::uint32_t which = random.below(templates);
    Random made = Random(seed).fork(which);
    page = "<html><head><title>t</title></head><body class=t" + std::to_string(which) + ">";
    for (std::uint32_t i = 10 + made.below(30); i > 0; --i) {
      page += pieces[made.below(std::size(pieces))];
      if (random.chance(0.04)) page += "<span class=e>y</span>";
    }
    for (std::uint32_t i = random.below(4); i > 0; --i) page += "<li>z</li>";
  }
  return pages;
}

}  // namespace pagekin::test
