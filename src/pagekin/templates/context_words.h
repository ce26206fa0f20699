// The context of a site's pages, known without reading them: the words of their addresses,
// and the kinds of places at which links to them stand. Both are called words here.
//
// /struct.Vec.html and /fn.swap.html name their template, and so does a list that links
// only to functions. /a/17 and /b/18 do not, and one pattern may serve two templates. The
// pages decide which place is believed (see context_vote.h). Each place of links is a place of
// its own.
//
// Cost: time O(marks of all contexts); memory 4 bytes for each shape and recurring word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/templates/block_shapes.h"

namespace pagekin::templates {

struct ContextWords {
  std::size_t size = 0;       // recurring words
  std::vector<float> counts;  // by shape and word: pages that have it
  // By word: its place in the address, or the place of the links.
  std::vector<std::uint32_t> places;
};

// Counts the words of the pages. `marks`, by page, are those of its context, of the kinds
// kUrl and kLink. Page i counts counts[i] times.
ContextWords context_words(const BlockShapes& shapes, std::span<const MarkSet> marks,
                           std::span<const std::uint32_t> counts = {});

}  // namespace pagekin::templates
