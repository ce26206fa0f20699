// What the addresses of a site's pages say of its templates, where they say anything.
//
// /struct.Vec.html and /fn.swap.html name their template; /a/17 and /b/18 do not, and one
// pattern may serve two templates. Which words of addresses to believe is learned from the
// pages: a word counts if groups of pages that look alike (nearly) all have it or (nearly)
// none of them, so that what is in the pages and what is in the address agree.
//
// Cost: time O(marks of all addresses), memory 4 bytes a shape and word that recurs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/templates/shapes.h"

namespace pagekin::templates {

struct Addresses {
  std::size_t words = 0;      // marks of addresses that recur (see features/url_shape.h)
  std::vector<float> counts;  // by shape and word: pages that have it
  std::vector<float> bits;    // by word: how much it says; 0 for one that is not believed
};

// `marks` are those of the addresses, by page; page i counts counts[i] times. No word is
// believed yet.
Addresses addresses_of(const Shapes& shapes, std::span<const MarkSet> marks,
                       std::span<const std::uint32_t> counts = {});

// Believes the words that agree with these groups of shapes (see Groups).
void believe(Addresses& addresses, const Shapes& shapes, std::span<const std::uint32_t> group_of,
             std::size_t groups);

}  // namespace pagekin::templates
