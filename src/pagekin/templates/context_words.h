// What is known of a site's pages without looking into them: the words of their addresses,
// and at what kinds of places links to them stand. Both are words here.
//
// /struct.Vec.html and /fn.swap.html name their template, and so does a list that links to
// nothing but functions; /a/17 and /b/18 do not, and one pattern may serve two templates.
// Which words to believe is learned from the pages: a word counts if groups of pages that look
// alike (nearly) all have it or (nearly) none of them, so that what is in the pages and what is
// around them agree; and if that holds for all words of its place taken together. A directory
// named after a subject agrees with the pages here and there, a segment that names the template
// does so throughout. Each place of links is a place of its own.
//
// Cost: time O(marks of all contexts), memory 4 bytes a shape and word that recurs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/templates/block_shapes.h"

namespace pagekin::templates {

struct ContextWords {
  std::size_t size = 0;               // words that recur
  std::vector<float> counts;          // by shape and word: pages that have it
  std::vector<float> bits;            // by word: how much it says; 0 for one that is not believed
  std::vector<std::uint32_t> places;  // by word: in the address, or that of links
};

// `marks` are those of the contexts, by page: kinds kUrl and kLink. Page i counts counts[i]
// times. No word is believed yet.
ContextWords context_words(const BlockShapes& shapes, std::span<const MarkSet> marks,
                           std::span<const std::uint32_t> counts = {});

// Believes the words that agree with these groups of shapes (see Groups).
void select_reliable_words(ContextWords& context, const BlockShapes& shapes,
                           std::span<const std::uint32_t> group_of, std::size_t groups);

}  // namespace pagekin::templates
